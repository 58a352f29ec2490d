import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { longestFlatRunFt } from "#business/bands.ts";
import { MILESTONES } from "#fixtures/my-booking.ts";
import { answers, click, mockCall, sent, server, user } from "../staff.setup.tsx";
import {
  aNextAction,
  dialog,
  ORDER_ID,
  part,
  serveOrder,
  showOrder,
  staffOrder,
} from "./orders.setup.tsx";

const { price } = staffOrder();
const LOCKED = { ...price, status: "locked" as const, locked_at: "2026-11-23T16:00:00Z" };

test("OPS-18.1 OPS-30.1 what was done is undone from its toast, which names the customer", async () => {
  const action = "aaaaaaaa-0000-4000-8000-000000000001";
  serveOrder(
    { next_actions: [aNextAction({ key: "mark_equipment" })] },
    { milestones: MILESTONES },
  );
  answers("/undo", {
    id: action,
    action: "equipment",
    order_id: ORDER_ID,
    expires_at: new Date(Date.now() + 10_000).toISOString(),
  });
  mockCall("post", `/orders/${ORDER_ID}/milestones/equipment`, () => HttpResponse.json({}));
  mockCall("post", `/undo/${action}`, () =>
    HttpResponse.json({ undone_at: "2026-11-23T16:00:00Z" }),
  );
  await showOrder();

  const [reach] = await screen.findAllByRole("button", { name: "Equipment has arrived" });
  await user.click(reach as HTMLElement);
  await click("Equipment has arrived", await screen.findByRole("dialog"));
  await click("Undo");

  const undone = await screen.findByText("Undone. No one was notified.");
  expect(undone.parentElement?.textContent).toMatch(/^Ada Lovelace: /);
  expect(sent.map(({ path }) => path.split("/").at(-1))).toEqual(["equipment", action]);
});

const line = (kind: string, description: string, cents: number, taxable = false) => ({
  ...{ kind, description, quantity: 1, unit: "", unit_cents: cents, amount_cents: cents, taxable },
});
const AGREED = {
  ...LOCKED,
  lines: {
    ...price.lines,
    installation_cents: 5_000_00,
    generator_cents: 6_000_00,
    permit_cents: 0,
    sales_tax_cents: 495_00,
    discount_cents: 0,
    total_cents: 11_495_00,
    line_items: [
      line("installation", "Installation, 0–25 ft", 5_000_00),
      line("generator", "22 kW", 6_000_00, true),
      line("tax", "Sales tax", 495_00),
    ],
  } as typeof price.lines,
};

const AS_AGREED = {
  outcome: "kept",
  was_cents: 11_495_00,
  change_cents: 0,
  total_cents: 11_495_00,
  sales_tax_cents: 495_00,
};
const HIGHER = {
  outcome: "asked",
  was_cents: 11_495_00,
  change_cents: 433_00,
  total_cents: 11_928_00,
  sales_tax_cents: 528_00,
};

test("OPS-18.3 an extra is a line of the price; the new total is said with its tax before", async () => {
  serveOrder({ price: AGREED, status: "accepted" });
  mockCall("post", `/orders/${ORDER_ID}/price`, () =>
    HttpResponse.json({ status: "change_proposed" }),
  );
  server.use(
    http.post<never, { line_items: unknown[] }>(
      `*/api/staff/orders/${ORDER_ID}/price/preview`,
      async ({ request }) =>
        HttpResponse.json((await request.json()).line_items.length === 2 ? AS_AGREED : HIGHER),
    ),
  );
  await showOrder();

  await click("Change the price", part("Price"));
  const form = await dialog("Change the price");
  expect(within(form).getByRole("button", { name: "Change the price" })).toHaveProperty(
    "disabled",
    true,
  );
  await click("Another line", form);
  const extra = within(form).getAllByRole("group").at(-1) as HTMLElement;
  await user.type(within(extra).getByLabelText("Description"), "Surge protector");
  await user.type(within(extra).getByLabelText("Price in dollars"), "400");
  await user.click(within(extra).getByRole("checkbox", { name: "Taxable" }));
  await within(form).findByText(
    /The new total is \$11,928.00, \$433.00 more. Ada Lovelace is asked/,
  );
  await user.type(within(form).getByLabelText("Reason"), "Surges");
  await click("Change the price", form);

  await screen.findByText("We asked the customer. Nothing changes until they approve it.");
  expect(sent[0]?.body).toMatchObject({
    total_cents: 11_928_00,
    reason: "Surges",
    line_items: [
      { kind: "installation", unit_cents: 5_000_00 },
      { kind: "generator", unit_cents: 6_000_00, taxable: true },
      { kind: "extra", description: "Surge protector", unit_cents: 400_00, taxable: true },
    ],
    if_version: 41,
  });
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
  expect(within(form).getByText(/what was wrong\. Ada Lovelace is notified by/)).toBeTruthy();
  await click("Take back", form);
  await within(form).findByText("Please give a reason.");
  await user.type(within(form).getByLabelText("Reason"), "Another delivery");
  await click("Take back", form);

  await screen.findByText("Taken back.");
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
  const feet = within(form).getByLabelText("Correct distance, in feet");
  await user.type(feet, "0");
  await click("Correct it", form);
  expect(
    within(form).getByText(`Please enter whole feet from 1 to ${longestFlatRunFt}.`),
  ).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(feet);
  await user.type(feet, "23");
  await user.type(within(form).getByLabelText("Reason"), "A typing error");
  await click("Correct it", form);

  await screen.findByText("The distance was corrected.");
  expect(sent[0]?.body).toMatchObject({ confirmed_run_ft: 23 });
});
