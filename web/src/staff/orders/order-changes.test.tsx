import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { MILESTONES } from "#fixtures/my-booking.ts";
import { answers, click, mockCall, refused, sent, user } from "../staff.setup.tsx";
import {
  aNextAction,
  aPayment,
  dialog,
  ORDER_ID,
  part,
  serveOrder,
  showOrder,
  staffOrder,
} from "./orders.setup.tsx";

const VISIT = "7c1d8d2e-0000-4000-8000-000000000001";
const SAM = {
  id: "e0000000-0000-4000-8000-000000000001",
  name: "Sam Ortiz",
  phone: "7135550177",
  is_active: true,
};
const GONE = { ...SAM, id: VISIT, name: "Old Hand", is_active: false };
const POWER = {
  status: "completed" as const,
  next_actions: [aNextAction({ key: "mark_power_on", title: "Mark the power as on" })],
};
const KEEP = {
  next_actions: [aNextAction({ key: "decide_visit", title: "Decide about the visit" })],
};
const aRefund = (status: "failed" | "returned", last_error: string, provider_ref: string) => ({
  id: "f0000000-0000-4000-8000-000000000001",
  payment_id: aPayment().id,
  amount_cents: 25_50,
  status,
  at: "2026-11-21T16:00:00Z",
  reason: "Came late",
  is_on_its_way: false,
  last_error,
  provider_ref,
});
const aDay = (day: string, crews: number, jobs: number) => ({
  day,
  crews,
  usual_crews: 2,
  reason: crews ? "" : "Holiday",
  is_weekday_off: false,
  jobs: Array.from({ length: jobs }, (_, index) => ({ crew_no: index + 1 })),
  continuing: [],
  windows: ["morning", "afternoon"].map((window) => ({
    window,
    ends_on: day,
    crews_left: Math.max(0, crews - jobs),
    reason: crews > jobs ? null : crews ? "full" : "holiday",
    because_of: day,
  })),
});

function serveBoard() {
  answers("/board", {
    today: "2026-11-21",
    now: "2026-11-21T16:00:00Z",
    days: [aDay("2026-12-01", 2, 2), aDay("2026-12-02", 0, 0), aDay("2026-12-03", 2, 1)],
    waiting: [],
    technicians: [SAM, GONE],
  });
}

beforeEach(() => {
  serveOrder();
  serveBoard();
});

test.each([
  [{ email_updates: true, sms_updates: true }, [], "is notified by text and email."],
  [{ email_updates: true, sms_updates: true }, ["sms"], "is notified by email."],
  [{ email_updates: false, sms_updates: true }, [], "is notified by text."],
  [
    { email_updates: true, sms_updates: false },
    ["email", "sms"],
    "is not notified: no way to them",
  ],
  [{ email_updates: false, sms_updates: false }, [], "is not notified: they have turned off"],
] as const)("TRUTH-03.3 %j, not connected %j: the dialog says who is told", async (...of) => {
  const [ways, not_connected, words] = of;
  serveOrder(ways);
  await showOrder({ not_connected: [...not_connected] });
  await click("Assign a technician", part("Visit"));
  const opened = within(await dialog("Assign a technician"));
  await user.selectOptions(await opened.findByLabelText("Technician"), SAM.id);

  expect(opened.getByText(new RegExp(`Ada Lovelace ${words}`))).toBeTruthy();
});

test("a technician is assigned: who is told stands there before the press", async () => {
  await showOrder();
  const busy = "Sam Ortiz leads the job in Tomball that day.";
  mockCall("post", `/appointments/${VISIT}/technician`, () =>
    refused(409, "technician_busy", busy),
  );
  await click("Assign a technician", part("Visit"));
  const box = await dialog("Assign a technician");
  const opened = within(box);
  const choice = await opened.findByLabelText<HTMLSelectElement>("Technician");

  expect(opened.queryByRole("option", { name: /Old Hand/ })).toBeNull();
  await click("Assign", box);
  expect(opened.getByText("Please choose a technician.")).toBeTruthy();
  await user.selectOptions(choice, SAM.id);
  expect(
    opened.getByText(/Sam Ortiz is coming.*Ada Lovelace is notified by text and email/),
  ).toBeTruthy();
  await click("Assign", box);
  expect((await opened.findByRole("alert")).textContent).toContain(busy);
  expect(choice.value).toBe(SAM.id);

  mockCall("post", `/appointments/${VISIT}/technician`, () => HttpResponse.json({}));
  await click("Assign", box);
  expect(await screen.findByText("Sam Ortiz is assigned.")).toBeTruthy();
  expect(sent[1]?.body).toEqual({ technician_id: SAM.id, if_version: 41 });
});

test("a visit moves to a free day; what another did meanwhile is said", async () => {
  await showOrder();
  const conflict =
    "Jo moved this appointment to Dec 4 a minute ago. Review it before you continue.";
  mockCall("post", `/appointments/${VISIT}/move`, () =>
    refused(409, "changed_meanwhile", conflict),
  );
  await click("Move", part("Visit"));
  const box = await dialog("Move this visit");
  const opened = within(box);
  const move = () => click("Move to Thu, Dec 3", box);

  expect(await opened.findByRole("button", { name: "Thu, Dec 3" })).toBeTruthy();
  expect(opened.queryByRole("button", { name: "Tue, Dec 1" })).toBeNull();
  await user.type(opened.getByLabelText("Day"), "2026-12-01");
  expect(opened.getByText("No crew is free on this day.")).toBeTruthy();
  await click("Thu, Dec 3", box);
  expect(opened.getByText("1 crew free")).toBeTruthy();
  await user.selectOptions(opened.getByLabelText("When we arrive"), "afternoon");
  await user.type(opened.getByLabelText(/Reason/), "Asked by phone");
  expect(opened.getByText(/moves to Thu, Dec 3, afternoon/)).toBeTruthy();
  const appointment = staffOrder().appointment;
  answers(
    `/orders/${ORDER_ID}`,
    staffOrder({ version: 44, appointment: appointment && { ...appointment, day: "2026-12-04" } }),
  );
  await move();

  expect((await opened.findByRole("alert")).textContent).toContain(conflict);
  expect(await opened.findByText("Now: Fri, Dec 4, morning.")).toBeTruthy();
  expect(opened.getByLabelText<HTMLInputElement>(/Reason/).value).toBe("Asked by phone");
  mockCall("post", `/appointments/${VISIT}/move`, () => HttpResponse.json({}));
  await move();

  expect(await screen.findByText(/The visit is now on Thu, Dec 3/)).toBeTruthy();
  const input = { day: "2026-12-03", time_window: "afternoon", reason: "Asked by phone" };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...input, if_version: 41 },
    { ...input, if_version: 44 },
  ]);
});

const VISIT_KEPT = "The visit is kept.";
const PROPOSED = "The proposal is ready.";
test.each([
  [
    "proposals",
    {},
    "Generate the proposal",
    "Generate the proposal?",
    /for the customer to accept. Ada Lovelace is notified by text and email/,
    PROPOSED,
  ],
  [
    "power-on",
    POWER,
    "The power is on",
    "Is the power on?",
    /Not marked as done: .*Start-up\..*Ada/,
    "Marked: the power is on.",
  ],
  ["keep-visit", KEEP, "Keep the visit", "Keep the visit without its fee?", /./, VISIT_KEPT],
])(
  "%s is done after a word on what follows",
  async (call, order, button, title, consequence, done) => {
    serveOrder(order);
    await showOrder();
    mockCall("post", `/orders/${ORDER_ID}/${call}`, () => HttpResponse.json({}));
    await click(button);
    const opened = await dialog(title);
    expect(opened.textContent).toMatch(consequence);
    await click(button, opened);

    expect(await screen.findByText(done)).toBeTruthy();
    expect(sent).toHaveLength(1);
  },
);

test("what was typed survives that its dialog is closed, and makes the packet", async () => {
  await showOrder();
  mockCall("post", `/orders/${ORDER_ID}/hoa-packets`, () => HttpResponse.json({}));
  await click("Create an HOA packet");
  const opened = await dialog("HOA packet");
  await user.type(within(opened).getByLabelText("Name of the association"), "Timber HOA");
  await click("Go back", opened);
  await click("Create an HOA packet");

  const again = within(await dialog("HOA packet"));
  expect(again.getByLabelText<HTMLInputElement>("Name of the association").value).toBe(
    "Timber HOA",
  );
  await user.click(again.getByRole("button", { name: "Create the packet" }));
  expect(await screen.findByText("The packet is ready. It is in the list of files.")).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ association_name: "Timber HOA" });
});

test("a milestone is marked: what falls due is said, and the version goes along", async () => {
  serveOrder({ status: "accepted" }, { milestones: MILESTONES });
  await showOrder();
  mockCall("post", `/orders/${ORDER_ID}/milestones/equipment`, () => HttpResponse.json({}));
  await click("Equipment has arrived", part("Money"));
  const opened = within(await dialog("Has the equipment arrived?"));

  expect(await opened.findByText(/50% of the total, \$6,347.39, becomes due/)).toBeTruthy();
  await user.click(opened.getByRole("button", { name: "Equipment has arrived" }));

  expect(await screen.findByText("Marked: the equipment has arrived.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({ if_version: 41 });
});

test("part of a payment goes back: amounts are checked, both figures are said", async () => {
  serveOrder({}, { payments: [aPayment({ refunded_cents: 20_00, left_cents: 80_00 })] });
  await showOrder();
  mockCall("post", `/payments/${aPayment().id}/refunds`, () =>
    HttpResponse.json({}, { status: 201 }),
  );
  const words = "The amount still to pay rises by $25.50, to $11,437.77.";
  mockCall("get", `/payments/${aPayment().id}/refund-effect`, () => HttpResponse.json({ words }));
  await click("Refund", part("Money"));
  const opened = within(await dialog("Refund: Reservation fee"));
  const confirm = () => user.click(opened.getByRole("button", { name: /^Refund/ }));

  await confirm();
  expect(opened.getByText(/Please enter an amount/)).toBeTruthy();
  expect(opened.getByText("Please give a reason.")).toBeTruthy();
  await user.type(opened.getByLabelText("Amount"), "90");
  expect(opened.getByText("At most $80.00 can be refunded.")).toBeTruthy();
  await user.clear(opened.getByLabelText("Amount"));
  await user.type(opened.getByLabelText("Amount"), "25.50");
  await user.type(opened.getByLabelText("Reason"), "Came an hour late");
  expect(
    opened.getByText(/^\$25.50 of the \$80.00 left of this payment goes back to Ada Lovelace's/),
  ).toBeTruthy();
  expect(await opened.findByText(/method. The amount still to pay rises by/)).toBeTruthy();
  expect(sent.at(-1)?.query).toEqual({ amount_cents: "2550" });
  await confirm();

  expect(await screen.findByText("The refund is on its way.")).toBeTruthy();
  expect(sent.find(({ method }) => method === "post")?.body).toEqual({
    amount_cents: 25_50,
    reason: "Came an hour late",
    if_version: 41,
  });
});

test.each([
  ["failed", "charge_expired", ""],
  ["returned", "lost_or_stolen_card", "re_1"],
] as const)("a refund that %s says why and is sent again", async (status, error, reference) => {
  const refund = aRefund(status, error, reference);
  serveOrder({}, { refunds: [refund] });
  await showOrder();
  mockCall("post", `/refunds/${refund.id}/retry`, () => HttpResponse.json({}));
  expect(screen.getByText(`The provider said: ${error}`)).toBeTruthy();
  if (reference) {
    expect(within(part("Money")).getByText("Returned by the bank")).toBeTruthy();
    expect(screen.getByText(`Card provider reference: ${reference}`)).toBeTruthy();
  }
  await click("Send the refund again", part("Money"));
  const opened = await dialog("Send this refund again?");
  expect(within(opened).getByText(/\$25.50 is sent again/)).toBeTruthy();
  await click("Send the refund again", opened);

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await screen.findAllByText("The refund is on its way again.")).toBeTruthy();
});

test("a dispute says until when it can be answered, and by what name", async () => {
  serveOrder(
    {},
    {
      payments: [aPayment({ is_disputed: true, disputed_cents: 100_00, left_cents: 0 })],
      disputes: [
        {
          provider_ref: "du_1",
          payment_id: aPayment().id,
          amount_cents: 100_00,
          taken_cents: 100_00,
          reason: "product_not_received",
          status: "needs_response",
          is_open: true,
          opened_at: "2026-11-21T16:00:00Z",
          respond_by: "2026-12-04T16:00:00Z",
          closed_at: null,
        },
      ],
    },
  );
  await showOrder();

  const money = within(part("Money"));
  expect(money.getByText("$100.00, product not received")).toBeTruthy();
  expect(money.getByText(/Respond by .*Dec 4/)).toBeTruthy();
  expect(money.getByText("Card provider reference: du_1")).toBeTruthy();
  expect(money.getByText(/held by the customer's bank/)).toBeTruthy();
});

const choice = (rule: string, refund: number, retainedCents: number, is_todays = false) => ({
  rule,
  is_todays,
  refund_cents: refund,
  retained_cents: retainedCents,
  owed_cents: 0,
  charge_cents: 0,
  words: "",
  under_way: "Your bank transfer of $3,048.69 is still on its way.",
});

test("cancelling: figures by rule, a reason, and the figure shown goes along", async () => {
  await showOrder();
  answers(`/orders/${ORDER_ID}/cancellation`, {
    can_cancel: true,
    why_not: "",
    paid_cents: 100_00,
    choices: [choice("fee_kept_as_credit", 0, 100_00, true), choice("not_feasible", 100_00, 0)],
  });
  mockCall("post", `/orders/${ORDER_ID}/cancel`, () => HttpResponse.json({}));
  await click("Cancel the order...");
  const opened = within(await dialog("Cancel this order?"));

  expect(await opened.findByText(/\$0.00 is refunded and \$100.00 is not/)).toBeTruthy();
  expect(opened.getByText(/transfer of \$3,048.69 is still on its way/)).toBeTruthy();
  await user.selectOptions(opened.getByLabelText("Rule"), "not_feasible");
  expect(opened.getByText(/\$100.00 is refunded and \$0.00 is not/)).toBeTruthy();
  await user.click(opened.getByRole("button", { name: "Cancel the order" }));
  expect(opened.getByText("Please give a reason.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(opened.getByLabelText("Reason"), "Rock under the yard");
  await user.click(opened.getByRole("button", { name: "Cancel the order" }));

  expect(await screen.findByText("The order is canceled.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    rule: "not_feasible",
    costs_cents: 0,
    refund_cents: 100_00,
    retained_cents: 0,
    owed_cents: 0,
    reason: "Rock under the yard",
    if_version: 41,
  });
});

test("a contact is corrected; a new number is texted if its owner agreed", async () => {
  await showOrder();
  const message = "This is no email address.";
  const errors = [{ field: "email", code: "email", message }];
  mockCall("patch", `/orders/${ORDER_ID}/contact`, () =>
    HttpResponse.json({ code: "invalid", status: 422, detail: "", errors }, { status: 422 }),
  );
  await click("Correct");
  const box = await dialog("Correct contact details");
  const opened = within(box);
  expect(opened.queryByRole("checkbox")).toBeNull();
  await user.clear(opened.getByLabelText("Mobile phone"));
  await user.type(opened.getByLabelText("Mobile phone"), "713 555 0123");
  await user.click(opened.getByRole("checkbox"));
  await click("Save", box);

  await opened.findByText(message, { selector: "p" });
  expect(opened.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  mockCall("patch", `/orders/${ORDER_ID}/contact`, () => HttpResponse.json(staffOrder()));
  await click("Save", box);

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({
    phone: "(713) 555-0123",
    agrees_to_texts: true,
    if_version: 41,
  });
});
