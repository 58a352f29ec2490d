import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { DUE_ENTRIES } from "#fixtures/my-booking.ts";
import { hrefOf } from "#test-support.ts";
import {
  answers,
  click,
  mockCall,
  refused,
  renderStaff,
  sent,
  server,
  user,
} from "../staff.setup.tsx";
import OrderScreen from "./order-screen.tsx";
import {
  allowedBut,
  aMessage,
  aNextAction,
  dialog,
  HIGHER,
  ORDER_ID,
  part,
  serveOrder,
  showOrder,
  staffMoney,
  staffOrder,
} from "./orders.setup.tsx";

test("OPS-11.2 the head, the photos, and all that happened, newest first", async () => {
  serveOrder({ status: "accepted" }, { balance_cents: 3_073_69, entries: DUE_ENTRIES });
  await showOrder();

  expect(hrefOf("(713) 555-0199")).toBe("tel:+17135550199");
  expect(hrefOf("ada@example.org")).toBe("mailto:ada@example.org");
  expect(hrefOf("Map")).toContain("query=1204+Timber+Ridge+Dr");
  expect(screen.getByText("Accepted")).toBeTruthy();
  const head = within(part("Ada Lovelace"));
  expect(head.getByText("$12,694.77")).toBeTruthy();
  expect(head.getByText("200 amps")).toBeTruthy();
  expect(head.getByText("$3,073.69")).toBeTruthy();
  expect(within(part("Review the photos")).getByRole("link").getAttribute("href")).toBe(
    "/staff/photos/d0000000-0000-4000-8000-000000000001",
  );
  const history = part("History");
  const historyItems = () =>
    within(history)
      .getAllByRole("listitem")
      .map((entry) => entry.textContent);
  expect(historyItems()).toHaveLength(2);
  expect(historyItems()[0]).toContain("The card provider took a payment.");
  await click("Visit", history);
  expect(historyItems()).toEqual([
    expect.stringContaining("The customer confirmed the appointment."),
  ]);
  await click("Notes", history);
  expect(within(history).getByText("Nothing of this kind has happened yet.")).toBeTruthy();
});

test("what is next stands first, with its button or whom to ask", async () => {
  serveOrder({
    next_actions: [
      aNextAction({ key: "mark_equipment", title: "Say when the equipment arrived" }),
      aNextAction({ key: "reach_customer", title: "Reach the customer another way" }),
      aNextAction({ key: "visit", waits_for: "nobody", title: "The crew comes" }),
    ],
  });
  const next = () => within(part("Say when the equipment arrived"));
  const { unmount } = await showOrder();
  expect(next().getByRole("button", { name: "Equipment has arrived" })).toBeTruthy();
  expect(next().getByText("Reach the customer another way")).toBeTruthy();
  expect(next().queryByText("The crew comes")).toBeNull();
  unmount();

  await showOrder({ role: "viewer", permissions: ["see_orders"] });
  expect(next().queryByRole("button")).toBeNull();
  expect(next().getByText(/Please ask a manager/)).toBeTruthy();
});

test("a message that did not arrive is shown, however old", async () => {
  const newer = Array.from({ length: 8 }, (_, index) => aMessage({ id: 100 - index }));
  const lost = aMessage({
    id: 1,
    subject: "Lost one",
    status: "dead",
    outcome: "dead",
  });
  const undelivered = aMessage({
    id: 2,
    subject: "Did not arrive",
    outcome: "undelivered",
  });
  serveOrder({ messages: [...newer, undelivered, lost] });
  await showOrder();
  const messages = within(part("Messages"));

  expect(messages.getByText("Lost one")).toBeTruthy();
  expect(messages.getByText("Did not arrive")).toBeTruthy();
  expect(messages.getAllByRole("listitem")).toHaveLength(2);
  await click("Show all 10 messages");
  expect(messages.getAllByRole("listitem")).toHaveLength(10);
});

test("a message that is kept on the server is not said to be sent, and why", async () => {
  serveOrder({
    messages: [aMessage({ outcome: "kept" }), aMessage({ id: 8, subject: "Sent one" })],
  });
  await showOrder();
  const messages = within(part("Messages"));
  expect(messages.queryAllByRole("listitem")).toEqual([]);
  expect(messages.queryByText(/sent to nobody/)).toBeNull(); // the conversation says it
  await click("Show all 2 messages");

  expect(messages.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Kept, not sent"),
    expect.stringContaining("2026.SentSend again"),
  ]);
  expect(
    messages.getByText(/sent to nobody, because email or texts were not connected/),
  ).toBeTruthy();
  expect(messages.getByRole("link", { name: "Connections" })).toBeTruthy();
});

test("TRUTH-03.2 each message that was not sent names its own reason", async () => {
  const reasons = {
    opted_out: "Not sent: opted out",
    unconfirmed: "Not sent: no YES from this number yet",
    over_budget: "Not sent: the day’s limit for messages to visitors was reached",
    unsubscribed: "Not sent: unsubscribed from emails of this sort",
    out_of_date: "Not sent: out of date",
    order_canceled: "Not sent: order canceled",
    kept: "Kept, not sent",
  } as const;
  const outcomes = Object.keys(reasons) as (keyof typeof reasons)[];
  serveOrder({
    messages: outcomes.map((outcome, id) => aMessage({ id, outcome })),
  });
  await showOrder();
  await click("Show all 7 messages");
  const shown = within(part("Messages")).getAllByRole("listitem");

  outcomes.forEach((outcome, place) => {
    const said = Object.values(reasons).filter((words) =>
      shown[place]?.textContent?.includes(words),
    );
    expect(said).toEqual([reasons[outcome]]);
  });
});

test("what the role forbids is not offered; what the order forbids says why", async () => {
  serveOrder({
    allowed: allowedBut({
      move: "The date is not paid yet: the customer chooses it.",
    }),
  });
  const { unmount } = await showOrder({
    role: "dispatcher",
    permissions: ["see_orders", "schedule"],
  });

  const visit = within(part("Visit"));
  expect(visit.getByRole<HTMLButtonElement>("button", { name: "Move" }).disabled).toBe(true);
  expect(visit.getByText("The date is not paid yet: the customer chooses it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel the order..." })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "New note" })).toBeNull();
  expect(within(part("Cancel the order")).getByText(askFor("canceling"))).toBeTruthy();
  const money = "marking milestones, refunds, or taking back what was marked or locked";
  expect(await within(part("Money")).findByText(askFor(money))).toBeTruthy();
  unmount();

  await showOrder({ role: "manager" });
  expect(screen.queryByText(/Your role does not include/)).toBeNull();
});

const askFor = (what: string) =>
  `Your role does not include ${what}. Please ask a manager or the owner.`;

test("a viewer sees no card that only holds a button, and is not told so part by part", async () => {
  serveOrder();
  await showOrder({ role: "viewer", permissions: ["see_orders"] });

  expect(part("Money")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Cancel the order" })).toBeNull();
  expect(screen.queryByText(/Your role does not include (?!this)/)).toBeNull();
});

test("a higher price waits for the customer: both totals, the reason, to the cent", async () => {
  const { lines } = staffOrder().price;
  serveOrder({
    price: {
      ...staffOrder().price,
      status: "change_proposed",
      change: {
        id: "c0ffee00-0000-4000-8000-000000000001",
        reason: "The panel is on the far side of the garage.",
        proposed_at: "2026-11-22T16:00:00Z",
        percent: 7.877,
        is_refundable: false,
        if_declined: "within_limit" as const,
        cause: "run" as const,
        old_lines: lines,
        new_lines: HIGHER,
      },
    },
  });
  await showOrder();

  const price = within(part("Price"));
  expect(price.getByText("7.9% more: from $12,694.77 to $13,694.77")).toBeTruthy();
  expect(price.getByText(/far side of the garage/)).toBeTruthy();
  expect(price.getByRole("row", { name: /Total/ }).textContent).toContain("$12,694.77$13,694.77");
});

test("a note that did not arrive keeps its words; added, it stands there", async () => {
  serveOrder();
  await showOrder();
  server.use(http.post("*/notes", () => HttpResponse.error()));
  const notes = within(part("Notes"));
  const field = notes.getByLabelText<HTMLTextAreaElement>("New note");

  await click("Add note");
  expect(notes.getByText("Please write something first.")).toBeTruthy();
  await user.type(field, "Gate code 4711");
  await click("Add note");
  expect((await notes.findByRole("alert")).textContent).toContain("The server did not respond");
  expect(field.value).toBe("Gate code 4711");

  mockCall("post", `/orders/${ORDER_ID}/notes`, () => HttpResponse.json({}, { status: 201 }));
  const written = staffOrder().notes.map((note) => ({
    ...note,
    text: "Gate code 4711",
  }));
  answers(`/orders/${ORDER_ID}`, staffOrder({ notes: written }));
  await click("Add note");
  expect(await notes.findByText("Gate code 4711", { selector: "p" })).toBeTruthy();
  expect(field.value).toBe("");
  expect(sent[0]?.body).toEqual({ text: "Gate code 4711" });
});

test("each message has its text and what became of it, and is sent again", async () => {
  serveOrder({
    messages: [
      aMessage({
        id: 8,
        channel: "sms",
        subject: "",
        text: "We come Dec 14.",
        status: "dead",
        outcome: "dead",
        last_error: "unknown number",
      }),
      aMessage({ can_resend: false }),
    ],
  });
  await showOrder();
  await click("Show all 2 messages");
  const [dead, old] = within(part("Messages")).getAllByRole("listitem");
  if (!dead || !old) throw new Error("two messages");

  expect(within(dead).getByText("Not delivered")).toBeTruthy();
  expect(within(dead).getByText("Last response: unknown number")).toBeTruthy();
  expect(within(old).getByRole<HTMLButtonElement>("button").disabled).toBe(true);

  mockCall("post", `/orders/${ORDER_ID}/messages/date_confirmed/resend`, () =>
    HttpResponse.json(staffOrder()),
  );
  await click("Send again", dead);
  const opened = await dialog("Send this message again?");
  expect(
    within(opened).getByText(/“Date confirmed” is sent to ada@example.org and \(713\) 555-0199/),
  ).toBeTruthy();
  expect(sent).toEqual([]);
  await click("Send again", opened);

  expect(await screen.findByText("The message is on its way again.")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("a message of staff that has to wait says why", async () => {
  const why_not = "Nobody is on the way today.";
  serveOrder({
    sendable_messages: [{ kind: "on_the_way", title: "We are on the way", why_not }],
  });
  await showOrder();

  const button = await screen.findByRole("button", { name: "Send “We are on the way”" });

  expect(button).toHaveProperty("disabled", true);
  expect(screen.getByText(why_not)).toBeTruthy();
});

test("a message of staff is named by the server, and goes after a word on who gets it", async () => {
  serveOrder({
    sendable_messages: [{ kind: "anything", title: "The road is flooded", why_not: "" }],
  });
  await showOrder();
  mockCall("post", `/orders/${ORDER_ID}/messages/anything/resend`, () =>
    HttpResponse.json(staffOrder()),
  );

  await click("Send “The road is flooded”");
  const opened = await dialog("Send this message?");
  expect(
    within(opened).getByText(
      /“The road is flooded” is sent to ada@example.org and .* within a minute/,
    ),
  ).toBeTruthy();
  expect(sent).toEqual([]);
  await click("Send", opened);

  expect(await screen.findByText("The message is on its way.")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("a text is shown as what the provider says became of it", async () => {
  const outcomes = ["sent", "delivered", "undelivered"] as const;
  serveOrder({
    messages: outcomes.map((outcome, index) => aMessage({ id: 9 - index, outcome })),
  });
  await showOrder();
  await click("Show all 3 messages");

  const shown = within(part("Messages")).getAllByRole("listitem");
  for (const [index, words] of ["Sent", "Delivered", "Sent, not delivered"].entries())
    expect(within(shown[index] as HTMLElement).getByText(words)).toBeTruthy();
});

test("an unknown order says so; one that does not load can be tried again", async () => {
  server.use(http.get("*/api/staff/orders/*", () => refused(404, "order_not_found")));
  renderStaff(<OrderScreen />, {
    path: "/staff/orders/nothing",
    route: "/orders/:id",
  });
  expect(await screen.findByRole("heading", { name: "Order not found" })).toBeTruthy();
});

test("TRUTH-04.1 what was added to the total stands beside what was paid", async () => {
  serveOrder({}, { total_cents: 13_669_02, paid_cents: 10_351_29, surcharge_cents: 99_51 });
  await showOrder();
  const figureOf = async (name: string) =>
    (await screen.findByText(name)).parentElement?.textContent;

  expect(await figureOf("Credit card surcharge")).toBe("Credit card surcharge$99.51");
  expect(screen.queryByText("Late fee")).toBeNull();
});

test("a part that does not load leaves the rest of the order standing", async () => {
  answers(`/orders/${ORDER_ID}`, staffOrder());
  server.use(http.get(`*/orders/${ORDER_ID}/money`, () => refused(503, "busy")));
  renderStaff(<OrderScreen />, {
    path: `/staff/orders/${ORDER_ID}`,
    route: "/orders/:id",
  });

  const money = within(await screen.findByRole("region", { name: "Money" }));
  expect((await money.findByRole("alert")).textContent).toContain("This did not load");
  expect(screen.getByRole("region", { name: "Visit" })).toBeTruthy();

  answers(`/orders/${ORDER_ID}/money`, staffMoney());
  await user.click(money.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(money.getByText("Reservation fee, $100.00")).toBeTruthy());
});

test.each([
  [["sms"], {}, "Opted out of texts", "No consent to texts"],
  [[], {}, "No consent to texts", "Opted out of texts"],
  [[], { texts_paused: true }, "Texts are paused: opt-out or not?", "No consent to texts"],
  [
    [],
    { texts_wait_for_yes: true },
    "No YES from this number yet: no more texts",
    "No consent to texts",
  ],
] as const)("with %j off and %j, the phone has “%s” beside it", async (off, change, says, not) => {
  serveOrder({ sms_updates: false, opted_out: [...off], ...change });
  await showOrder();
  expect(screen.getByText(says)).toBeTruthy();
  expect(screen.queryByText(not)).toBeNull();
});
