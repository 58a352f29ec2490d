import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { CLOSE, CONTACT, COVERED, OWN, SLOT } from "#draft/draft.fixtures.ts";
import { m } from "#paraglide/messages.js";
import { refused, serving } from "#test-support.ts";
import {
  AVAILABILITY,
  bodiesTo,
  handlers,
  RESERVED,
  saved,
  sent,
  showStep,
} from "../wizard.fixtures.tsx";

const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  saved(COVERED, CLOSE, OWN);
});

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
    "Please enter an email address with an @",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(bodiesTo("create-installation-order")).toEqual([]);

  await userEvent.type(screen.getByLabelText("Full name"), "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Next week" }));
  await userEvent.click(screen.getByRole("button", { name: /Monday, December 8/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));

  expect(draft().customer.contact.name).toBe("Ada");
  expect(screen.getByText("8:30 AM – 12:30 PM")).toBeTruthy();
  expect(draft().scheduling).toMatchObject({
    selected_date: "2025-12-08",
    selected_time_window: { id: "afternoon", start_time: "13:00", end_time: "17:00" },
  });
  expect(screen.getByText("Mon, Dec 8")).toBeTruthy();
});

const reminder = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { name: m.contact_reminder() });
const savedSessions = () => bodiesTo("wizard-sessions");
const ofAda = { current_step: 3, email: "ada@example.org", status: "in_progress" };

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
  await waitFor(() =>
    expect(savedSessions()).toMatchObject([
      { completed_steps: [1, 2, 3], recovery_consent: false },
    ]),
  );
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
  await waitFor(() =>
    expect(bodiesTo("wizard-sessions")).toMatchObject([
      { completed_steps: [1, 2, 3], full_name: "Ada Lovelace", total_cents: 514000 },
    ]),
  );
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

  expect(await screen.findByText(/That day just filled up/)).toBeTruthy();
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
  [409, "already_reserved", "Finish your reservation", "/finalize-installation"],
  [409, "too_many_holds", /\(713\) 555-0142/, "tel:+17135550142"],
])("WIZ-07.3 %i %s: the way on is shown", async (status, code, name, href) => {
  mockRefusal(status, code);
  showFilledIn();

  await clickReserve();

  const link = await screen.findByRole("link", { name });
  expect(link.getAttribute("href")).toBe(href);
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
  expect(await screen.findByText(/could not reach the server.*try again/)).toBeTruthy();

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
  expect(await screen.findByText("We could not load the calendar.")).toBeTruthy();

  server.resetHandlers();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("grid")).toBeTruthy();
});

test("back after reserving, the date held and the way on are shown", async () => {
  saved(COVERED, CLOSE, OWN, ...SLOT, CONTACT, { type: "orderPlaced", orderId: "o1" });
  show();

  expect(await screen.findByText(/Monday, December 8, 2025 is reserved for you/)).toBeTruthy();
});
