import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { click, mockCall, sent, server, user } from "../staff.setup.tsx";
import { dialog, ORDER_ID, part, serveOrder, showOrder, staffOrder } from "./orders.setup.tsx";

const [proposal] = staffOrder().files;
const PERMIT = {
  ...proposal,
  id: "f11e0000-0000-4000-8000-000000000002",
  type: "permit" as const,
  title: "Permit",
  note: "No. 25-117",
  added_by: "Jo",
};
const FILES = `/orders/${ORDER_ID}/files`;
const aPdf = new File(["%PDF-1.7"], "scan 1.pdf", { type: "application/pdf" });

test("OPS-16.3 a file is sent as it is, with its kind and its note", async () => {
  serveOrder();
  const asked: URL[] = [];
  const notes: (string | null)[] = [];
  server.use(
    http.post(`*/api/staff${FILES}`, async ({ request }) => {
      asked.push(new URL(request.url));
      notes.push(request.headers.get("File-Note"));
      expect(await request.text()).toBe("%PDF-1.7");
      return HttpResponse.json({}, { status: 201 });
    }),
  );
  await showOrder();

  await click("Add a file", part("Proposal and documents"));
  const form = await dialog("Add a file");
  await click("Add the file", form);
  await within(form).findByText("Please choose a file.");
  await user.selectOptions(within(form).getByLabelText("Kind"), "HOA approval");
  await user.upload(within(form).getByLabelText("File"), aPdf);
  await user.type(within(form).getByLabelText("Note (optional)"), "Bear Branch é");
  await click("Add the file", form);

  await screen.findByText("The file was added.");
  expect(asked[0]?.searchParams.get("kind")).toBe("hoa_approval");
  expect(notes).toEqual([encodeURIComponent("Bear Branch é")]);
});

test("a file that staff added can be removed, and a document of ours cannot", async () => {
  serveOrder({ files: [...staffOrder().files, PERMIT] as never });
  mockCall("delete", `${FILES}/${PERMIT.id}`, () => new HttpResponse(null, { status: 204 }));
  await showOrder();

  const documents = part("Proposal and documents");
  within(documents).getByText("No. 25-117");
  expect(within(documents).getAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
  await click("Remove Permit", documents);
  await click("Remove", await dialog("Remove “Permit”?"));

  await screen.findByText("The file was removed.");
  expect(sent).toHaveLength(1);
});
