import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Schemas } from "#api/client.ts";
import type { BookingSummary } from "#api/my-booking.ts";
import { BOUGHT, CLOSE, CONTACT, COVERED, OWN, SLOT } from "#draft/draft.fixtures.ts";
import { formSteps, stepNumber } from "#draft/steps.ts";
import { AVAILABILITY, bodiesTo, handlers, RESERVED, sent } from "#fixtures/visitor-server.ts";
import { m } from "#paraglide/messages.js";
import { refused, serving, setBookingHint } from "#test-support.ts";
import { anOrder } from "../../payment/visit/visit.fixtures.ts";
import { saved, showStep } from "../wizard.fixtures.tsx";

const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  saved(COVERED, CLOSE, OWN);
});

const BEFORE = Node.DOCUMENT_POSITION_FOLLOWING; // what it is compared with follows it
const ORDER = "*/api/create-installation-order";
const show = () => showStep("/installation-date");
const showFilledIn = () => {
  saved(COVERED, CLOSE, OWN, ...SLOT, CONTACT);
  show();
};
const clickReserve = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Next — Reserve this date" }));
const draft = () => JSON.parse(sessionStorage.getItem("unified") ?? "null");
const mockRefusal = (status: number, code: string, errors: object[] = []) =>
  server.use(http.post(ORDER, () => refused(status, code, { errors })));
const keys = () =>
  sent.filter(({ to }) => to === "create-installation-order").map(({ key }) => key);

test.each([
  ["an address", [], "/installation-wizard"],
  ["a band", [COVERED], "/installation-wizard"],
  ["a generator", [COVERED, CLOSE], "/generator-selection"],
])("WIZ-05.6 without %s: back to where it is chosen", async (_, events, path) => {
  saved(...events);
  show();
  await waitFor(() => expect(location.pathname).toBe(path));
});

test("WIZ-08.5 ERR-01.5 too early, every message stands where it belongs", async () => {
  show();
  await screen.findByRole("grid");
  await userEvent.type(screen.getByLabelText("Email"), "ada.example.org");

  await clickReserve();

  for (const words of [
    "Date not selected",
    "Installation date is required",
    "Please choose morning or afternoon",
    "Contact information is required",
    "Please enter your name",
    "Please enter a whole email address, such as name@example.com",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(bodiesTo("create-installation-order")).toEqual([]);

  await userEvent.type(screen.getByLabelText("Full name"), "Ada");
  await userEvent.click(screen.getByRole("button", { name: /Monday, December 8/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));

  expect(draft().customer.contact.name).toBe("Ada");
  expect(screen.getByText("8:30 AM – 12:30 PM")).toBeTruthy();
  expect(draft().scheduling).toMatchObject({
    selected_date: "2025-12-08",
    selected_time_window: { id: "afternoon", start_time: "13:00", end_time: "17:00" },
  });
  expect(screen.getByText("Mon, Dec 8", { selector: "strong" })).toBeTruthy();
});

test.each([
  ["two loads, of which one module is included", ["ac", "dryer"], 1],
  ["one load", ["ac"], 0],
])("TRUTH-03.1 beside the total stands that modules are missing: %s", async (_, waiting, times) => {
  const stay_on = { verdict: "in-turn", waiting } as unknown as Schemas["StayOn"];
  saved(COVERED, CLOSE, BOUGHT, { type: "answered", answers: { stay_on } });
  show();

  expect(await screen.findByText("Your price")).toBeTruthy();
  expect(screen.queryAllByText(/Not in this total: 1;/)).toHaveLength(times);
});

test("PRESS-01.1 a press before the calendar waits for it, and then says what is missing", async () => {
  const { promise, resolve } = calendarLater();
  server.use(
    http.get("*/api/availability", async () => {
      await promise;
      return HttpResponse.json(AVAILABILITY);
    }),
  );
  show();

  await clickReserve();
  const button = screen.getByRole("button", { name: "Next — Reserve this date" });
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(screen.queryByText("Installation date is required")).toBeNull();

  resolve();
  expect(await screen.findByText("Installation date is required")).toBeTruthy();
  expect(screen.getByText("Please enter your name")).toBeTruthy();
  expect(button.hasAttribute("aria-busy")).toBe(false);
});

function calendarLater() {
  let resolve = () => {};
  const promise = new Promise<void>((loaded) => {
    resolve = loaded;
  });
  return { promise, resolve: () => resolve() };
}

test("DATE-01.2 DATE-01.4 the soonest day and its window in one tap, and what may change it", async () => {
  show();
  const soonest = await screen.findByRole("button", { name: "Soonest: Fri, Dec 5, morning" });
  expect(draft().scheduling.selected_date).toBeNull();
  expect(soonest.getAttribute("aria-pressed")).toBe("false");

  await userEvent.click(soonest);

  expect(soonest.getAttribute("aria-pressed")).toBe("true");
  expect(draft().scheduling).toMatchObject({
    selected_date: "2025-12-05",
    selected_time_window: { id: "morning", start_time: "08:30" },
  });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Morning" }).checked).toBe(true);
  expect(
    screen.getByText(/If your permit or generator is late, we move you at no cost/),
  ).toBeTruthy();
  const afternoon = screen.getByRole("radio", { name: "Afternoon" });
  const details = document.getElementById(afternoon.getAttribute("aria-describedby") ?? "");
  expect(details?.textContent).toContain("We finish Saturday morning, December 6.");
});

const reminder = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { name: m.contact_reminder() });
const savedSessions = () => bodiesTo("wizard-sessions");
const ofAda = { current_step: stepNumber("date"), email: "ada@example.org", status: "in_progress" };

test("the box for a reminder is unticked; ticked it is told, and may be taken back", async () => {
  showFilledIn();
  expect((await reminder()).checked).toBe(false);
  await userEvent.click(screen.getByLabelText("Email"));
  await userEvent.tab();
  expect(draft().customer.preferences).toEqual({ sms_updates: true, email_updates: true });
  expect(savedSessions()).toEqual([]);

  await userEvent.click(await reminder());

  expect((await reminder()).checked).toBe(true);
  expect(draft().customer.preferences.recovery_consent).toBe(true);
  await waitFor(() =>
    expect(savedSessions()).toMatchObject([{ ...ofAda, recovery_consent: true }]),
  );

  cleanup();
  show();
  expect((await reminder()).checked).toBe(true);
  await userEvent.click(await reminder());
  expect(draft().customer.preferences.recovery_consent).toBe(false);
  await waitFor(() => expect(savedSessions()).toMatchObject([{ recovery_consent: false }]));
});

test("ticked before the email is there, it is told when that field is left", async () => {
  show();
  await userEvent.click(await reminder());
  await userEvent.type(screen.getByLabelText("Email"), "ada@example.org");
  expect(savedSessions()).toEqual([]);

  await userEvent.tab();

  await waitFor(() =>
    expect(savedSessions()).toMatchObject([{ ...ofAda, recovery_consent: true }]),
  );
});

test("a save that fails blocks nothing, and who reserved is not to be reminded", async () => {
  server.use(
    http.put("*/api/wizard-sessions/:id", () => refused(503, "unavailable"), { once: true }),
  );
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  showFilledIn();
  await userEvent.click(await reminder());

  await clickReserve();

  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
  await waitFor(() => expect(savedSessions()).toMatchObject([{ recovery_consent: false }]));
});

test("WIZ-06.1 WIZ-07.1 WIZ-07.2 reserve: the order made, the draft saved, on to pay", async () => {
  showFilledIn();
  expect(await screen.findByText("Your own generator")).toBeTruthy();
  expect(screen.getAllByText("$5,140").length).toBeGreaterThan(0);
  expect(screen.getByText("$100")).toBeTruthy();

  await clickReserve();

  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
  expect(bodiesTo("create-installation-order")).toMatchObject([
    {
      customerData: { name: "Ada Lovelace", email: "ada@example.org", phone: "(713) 555-0101" },
      wizardData: {
        wizard: { version: "1.0" },
        scheduling: { selected_date: "2025-12-08", selected_time_window: { id: "morning" } },
      },
      paymentData: { scheduling_fee: 100 },
    },
  ]);
  expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(draft().wizard).toMatchObject({ status: "completed", order_id: RESERVED.orderId });
  expect(JSON.parse(sessionStorage.getItem("installationComplete") ?? "")).toMatchObject({
    paymentStatus: "pending",
    schedulingFee: 100,
    orderData: RESERVED,
  });
  expect(draft().wizard.completed_steps).toEqual(formSteps.map(({ name }) => stepNumber(name)));
  expect(bodiesTo("wizard-sessions")).toEqual([]);
});

test("Enter in a field of the contact does what Reserve does, and says what is missing", async () => {
  show();
  const email = await screen.findByLabelText<HTMLInputElement>("Email");
  const reserve = screen.getByRole<HTMLButtonElement>("button", { name: /Reserve this date/ });

  // Enter submits the field's form by the form's button, wherever that stands.
  expect([reserve.type, reserve.form]).toEqual(["submit", email.form]);
  fireEvent.submit(email.form as HTMLFormElement);
  expect(await screen.findByText("Installation date is required")).toBeTruthy();

  cleanup();
  showFilledIn();
  const filled = await screen.findByLabelText<HTMLInputElement>("Email");
  fireEvent.submit(filled.form as HTMLFormElement);
  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
});

test("a day that filled up: said at the calendar, deselected, all else kept", async () => {
  showFilledIn();
  await screen.findByRole("button", { name: /December 8, 2025, available/ });
  mockRefusal(409, "day_full");
  const filled = AVAILABILITY.days.map((day) =>
    day.date === "2025-12-08" ? { ...day, open: false, reason: "full", windows: [] } : day,
  );
  server.use(
    http.get("*/api/availability", () => HttpResponse.json({ ...AVAILABILITY, days: filled })),
  );

  await clickReserve();

  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toMatch(/That day just filled up/);
  expect(notice.compareDocumentPosition(screen.getByRole("grid"))).toBe(BEFORE);
  expect(screen.getByRole("complementary").contains(notice)).toBe(false);
  expect(screen.getByText("This day is no longer open. Please pick another one.")).toBeTruthy();
  expect(screen.getByRole("link", { name: /\(713\) 555-0142/ })).toBeTruthy();
  expect(
    await screen.findByRole("button", { name: /December 8, 2025.*fully booked/ }),
  ).toBeTruthy();
  expect(draft().scheduling.selected_date).toBeNull();
  expect(draft().scheduling.selected_time_window.id).toBe("morning");
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Ada Lovelace");
});

test.each([
  [422, "address_not_covered", "Go to step 1", "/installation-wizard"],
  [409, "already_reserved", "Move your day", "/my-booking#reschedule"],
  [409, "too_many_holds", /\(713\) 555-0142/, "tel:+17135550142"],
])("WIZ-07.3 %i %s: the way on is shown", async (status, code, name, href) => {
  mockRefusal(status, code);
  showFilledIn();

  await clickReserve();

  const link = await screen.findByRole("link", { name });
  expect(link.getAttribute("href")).toBe(href);
  // In the page, below what was asked for: the bar stays in place and is small (A11Y-02.2).
  const email = screen.getByLabelText("Email");
  expect(email.compareDocumentPosition(link)).toBe(BEFORE);
  expect(screen.getByRole("complementary").contains(link)).toBe(false);
});

test("WIZ-05.5 'Reservando...' while it is sent, under one key", async () => {
  let answer = (_: Response) => {};
  server.use(
    http.post(ORDER, async ({ request }) => {
      const key = request.headers.get("Idempotency-Key");
      sent.push({ to: "create-installation-order", body: await request.json(), key });
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    }),
  );
  showFilledIn();
  await clickReserve();
  const busy = screen.getByRole("button", { name: "Reservando..." });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(busy);
  await waitFor(() => expect(keys()).toHaveLength(1));
  answer(HttpResponse.error());
  expect(await screen.findByText(/couldn’t reach the server.*try again/)).toBeTruthy();

  await clickReserve();
  await waitFor(() => expect(keys()).toHaveLength(2));
  answer(HttpResponse.json(RESERVED, { status: 201 }));

  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
  expect(keys()[0]).toBe(keys()[1]);
  const [first, second] = bodiesTo("create-installation-order");
  expect(first).toEqual(second);
});

test.each([
  ["it was answered", () => HttpResponse.json(RESERVED, { status: 201 })],
  ["the server knows its key for another", () => refused(409, "idempotency_key_reused")],
])("an attempt is forgotten once %s", async (_, answer) => {
  const storedAttempt = () => sessionStorage.getItem("attempt:reserve");
  let storedMeanwhile: string | null = null;
  server.use(
    http.post(ORDER, () => {
      storedMeanwhile = storedAttempt();
      return answer();
    }),
  );
  showFilledIn();

  await clickReserve();

  await waitFor(() => expect(storedMeanwhile).toContain("Ada Lovelace"));
  await waitFor(() => expect(storedAttempt()).toBeNull());
});

test("a refused email is told beside its field", async () => {
  mockRefusal(422, "invalid", [
    { field: "customerData.email", code: "invalid", message: "We cannot write to this address." },
  ]);
  showFilledIn();

  await clickReserve();

  expect(await screen.findByText("We cannot write to this address.")).toBeTruthy();
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
});

test("a calendar that does not load can be tried again", async () => {
  server.use(http.get("*/api/availability", () => HttpResponse.json({}, { status: 503 })));
  show();
  expect(await screen.findByText("We couldn’t load the calendar.")).toBeTruthy();

  server.resetHandlers();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("grid")).toBeTruthy();
});

const reservedOrder = (change: object, fee: object = {}) => ({
  ...anOrder(),
  id: "o1",
  appointment: {
    ...anOrder().appointment,
    day: "2025-12-09",
    ends_on: "2025-12-10",
    time_window: "afternoon",
    start_at: "2025-12-09T19:00:00Z",
    end_at: "2025-12-09T23:00:00Z",
    ...change,
  },
  scheduling_fee: { ...anOrder().scheduling_fee, ...fee },
});
const showReserved = (order: object) => {
  saved(COVERED, CLOSE, OWN, ...SLOT, CONTACT, { type: "orderPlaced", orderId: "o1" });
  server.use(http.get("*/api/orders/o1", () => HttpResponse.json(order)));
  show();
};

test("TRUTH-01.1 back after reserving, the day that the server holds, not the one clicked", async () => {
  showReserved(reservedOrder({ status: "held" }));

  const held = await screen.findByText(/is reserved for you/);
  expect(held.textContent).toContain("Tuesday, December 9, 2025, 1:00 PM – 5:00 PM");
  expect(screen.getByRole("link", { name: "Finish your reservation" })).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: /December 10, 2025/ }));
  expect(screen.getByText(/is reserved for you/).textContent).toContain("December 9");
});

const PAID = {
  status: "paid",
  paid_at: "2025-11-20T15:05:00Z",
  payment_method: "debit_card",
  transaction_id: "31111111-2222-4333-8444-555555555555",
};

test("TRUTH-01.2 TRUTH-01.4 who has paid is offered to move the day, and the draft knows", async () => {
  showReserved(reservedOrder({ status: "confirmed" }, PAID));

  const move = await screen.findByRole("link", { name: "Move your day" });
  expect(move.getAttribute("href")).toBe("/my-booking?order=o1#reschedule");
  expect(
    screen.getByText(
      "The crew arrives on Tuesday, December 9, 2025, 1:00 PM – 5:00 PM. " +
        "We finish Wednesday morning, December 10.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Reserve this date/ })).toBeNull();
  expect(draft().scheduling).toMatchObject({
    selected_date: "2025-12-09",
    selected_time_window: { id: "afternoon", start_time: "13:00" },
  });
  expect(draft().payment.scheduling_fee).toMatchObject({
    status: "paid",
    payment_method: "debit_card",
    transaction_id: PAID.transaction_id,
    processed_at: PAID.paid_at,
  });
});

const standing = (change: Partial<BookingSummary> = {}): BookingSummary => ({
  id: "o2",
  code: "SB-KTCD5",
  status: "reserved",
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  total_cents: 12_694_77,
  visit_status: "held",
  day: "2099-12-16",
  time_window: "morning",
  start_at: "2099-12-16T14:30:00Z",
  end_at: "2099-12-16T18:30:00Z",
  held_until: "2099-11-22T03:47:00Z",
  next_step: "pay_fee",
  reserved_at: "2025-11-22T03:12:00Z",
  ...change,
});

describe("with another booking of this browser", () => {
  beforeEach(() => {
    setBookingHint(true);
    return () => setBookingHint(false);
  });
  const standsAlready = (change?: Partial<BookingSummary>) =>
    server.use(http.get("*/api/my-bookings", () => HttpResponse.json([standing(change)])));

  test("TRUTH-02.5 a second day is said to be a second booking, with the way to the first", async () => {
    standsAlready();
    showFilledIn();

    const notice = await screen.findByText(
      /is held until 9:47\sPM on Saturday, November 21 for 1204 Timber Ridge/,
    );
    expect(notice.textContent).toMatch(/Wednesday, December 16.*second booking/);
    const way = screen.getByRole("link", { name: "Go to the first booking" });
    expect(way.getAttribute("href")).toBe("/finalize-installation?order=o2");
  });

  test("TRUTH-02.3 of two the bar says how many, and leads to their list", async () => {
    const paid = { visit_status: "confirmed", held_until: null } as const;
    server.use(
      http.get("*/api/my-bookings", () =>
        HttpResponse.json([standing(paid), standing({ ...paid, id: "o3" })]),
      ),
    );
    showFilledIn();

    const bar = await screen.findByRole("link", { name: "2 bookings My bookings" });
    expect(bar.getAttribute("href")).toBe("/my-booking");
  });

  test("TRUTH-02.5 one that ran out is no booking, so nothing is said", async () => {
    standsAlready({ held_until: null, visit_status: "expired" });
    showFilledIn();

    expect(await screen.findByRole("grid")).toBeTruthy();
    expect(screen.queryByText(/second booking/)).toBeNull();
  });

  test("TRUTH-02.3 a new tab at this step goes on with the day that is held", async () => {
    sessionStorage.clear();
    saved();
    standsAlready();
    show();

    await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
    expect(location.search).toBe("?order=o2");
  });
});

test("an order that does not load leaves the form as it is", async () => {
  showReserved(reservedOrder({ status: "cancelled" }));
  expect(await screen.findByRole("grid")).toBeTruthy();
  expect(screen.queryByText(/is reserved for you/)).toBeNull();
});
