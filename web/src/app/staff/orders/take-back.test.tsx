import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { MILESTONES } from "#app/my-booking/my-booking.fixtures.ts";
import { answers, click, mockCall, sent, user } from "../staff.setup.tsx";
import {
  aStep,
  dialog,
  ORDER_ID,
  part,
  serveOrder,
  showOrder,
  staffOrder,
} from "./orders.setup.tsx";

const { price } = staffOrder();
const LOCKED = { ...price, status: "locked" as const, locked_at: "2026-11-23T16:00:00Z" };

test("OPS-18.1 what was done is undone from its toast", async () => {
  const act = "aaaaaaaa-0000-4000-8000-000000000001";
  serveOrder({ steps: [aStep({ key: "mark_equipment" })] }, { milestones: MILESTONES });
  answers("/undo", {
    id: act,
    act: "equipment",
    order_id: ORDER_ID,
    expires_at: new Date(Date.now() + 10_000).toISOString(),
  });
  mockCall("post", `/orders/${ORDER_ID}/milestones/equipment`, () => HttpResponse.json({}));
  mockCall("post", `/undo/${act}`, () => HttpResponse.json({ undone_at: "2026-11-23T16:00:00Z" }));
  await showOrder();

  const [reach] = await screen.findAllByRole("button", { name: "Equipment has arrived" });
  await user.click(reach as HTMLElement);
  await click("Equipment has arrived", await screen.findByRole("dialog"));
  await click("Undo");

  await screen.findByText("Undone. Nobody was told.");
  expect(sent.map(({ path }) => path.split("/").at(-1))).toEqual(["equipment", act]);
});

test("OPS-18.3 a higher price is said to wait for the customer, and is sent in cents", async () => {
  serveOrder({ price: LOCKED, status: "accepted" });
  mockCall("post", `/orders/${ORDER_ID}/price`, () =>
    HttpResponse.json({ status: "change_proposed" }),
  );
  await showOrder();

  await click("Change the price", part("Price"));
  const form = await dialog("Change the price");
  await user.type(within(form).getByLabelText("New total, in dollars"), "13000");
  within(form).getByText(/more: Ada Lovelace is asked, and nothing changes until they approve it/);
  await user.type(within(form).getByLabelText("Reason"), "Rock");
  await click("Change the price", form);

  await screen.findByText("The customer is asked. Nothing changes until they approve it.");
  expect(sent[0]?.body).toEqual({ total_cents: 13_000_00, reason: "Rock", seen_version: 41 });
});

test("OPS-18.2 a manager takes back that equipment arrived, with a reason", async () => {
  const milestones = MILESTONES.map((one) =>
    one.kind === "equipment" ? { ...one, status: "due" as const } : one,
  );
  serveOrder({ price: LOCKED, status: "equipment_arrived" }, { milestones });
  mockCall("post", `/orders/${ORDER_ID}/take-back`, () => new HttpResponse(null, { status: 204 }));
  await showOrder();

  await click("Take back", part("Money"));
  const form = await dialog("Take back that the equipment arrived?");
  await click("Take back", form);
  await within(form).findByText("Please give a reason.");
  await user.type(within(form).getByLabelText("Reason"), "Another delivery");
  await click("Take back", form);

  await screen.findByText("Taken back. The customer is told what was wrong.");
  expect(sent[0]?.body).toMatchObject({ what: "equipment", reason: "Another delivery" });
});

test("a distance that locked a wrong price is corrected before the proposal is accepted", async () => {
  serveOrder({ price: LOCKED, status: "scheduled" });
  mockCall("post", `/orders/${ORDER_ID}/correct-lock`, () =>
    HttpResponse.json({ status: "corrected" }),
  );
  await showOrder();

  await click("Correct the distance", part("Price"));
  const form = await dialog("Correct the distance");
  await user.type(within(form).getByLabelText("Right distance, in feet"), "23");
  await user.type(within(form).getByLabelText("Reason"), "A typing error");
  await click("Correct it", form);

  await screen.findByText("The distance is corrected. The customer is told.");
  expect(sent[0]?.body).toMatchObject({ confirmed_run_ft: 23 });
});
