import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import type { StaffOrder } from "#api/staff-orders.ts";
import { answers, click, mockCall, renderStaff, sent, user } from "../staff.setup.tsx";
import { AddPhotos } from "./add-photos.tsx";

const ID = "7c1d8d2e-0000-4000-8000-000000000001";
const ORDER = {
  id: ID,
  customer: { name: "Ada" },
  photos: { status: "awaiting_photos" },
} as unknown as StaffOrder;
const PHOTO = { id: "1", status: "stored", is_added_by_staff: true };
const shot = (slot: string, photo: object | null) => ({ slot, title: slot, hint: "h", photo });
const slots = (photo: object | null) => ({
  status: "awaiting_photos",
  least: 1,
  consent: "May we keep these photos?",
  shots: [shot("gas_meter", photo)],
});

test("OPS-16.3 a photo is added to its slot, and submitted once the customer said yes", async () => {
  answers(`/orders/${ID}/photos`, slots(null));
  mockCall("post", `/orders/${ID}/photos/gas_meter`, () =>
    HttpResponse.json(slots(PHOTO), { status: 201 }),
  );
  mockCall("post", `/orders/${ID}/photo-submission`, () => HttpResponse.json(slots(PHOTO)));
  renderStaff(<AddPhotos order={ORDER} />);

  await click("Add photos for the customer");
  const submit = await screen.findByRole("button", { name: "Submit for review" });
  expect(submit).toHaveProperty("disabled", true);
  const file = new File(['"bytes"'], "meter.jpg", { type: "image/jpeg" });
  await user.upload(screen.getByLabelText("gas_meter"), file);
  expect(await screen.findByText("Added by staff")).toBeTruthy();
  await user.click(screen.getByRole("checkbox"));
  await user.click(submit);

  await screen.findByText("The photos are waiting for review.");
  expect(sent.at(-1)?.body).toMatchObject({ consents: true });
});

test("photos that were sent already cannot be added to", () => {
  const order = { id: ID, photos: { status: "submitted" } } as unknown as StaffOrder;
  renderStaff(<AddPhotos order={order} />);

  expect(screen.queryByRole("button")).toBeNull();
});
