import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { contactWords } from "#features/contact/copy.ts";
import { serving } from "#test-support.ts";
import {
  AVAILABILITY,
  bodiesTo,
  CLOSE,
  CONTACT,
  COVERED,
  handlers,
  OWN,
  RESERVED,
  refused,
  SLOT,
  saved,
  sent,
  showStep,
} from "../wizard.fixtures.tsx";
import { AtDate } from "./at-date.tsx";

const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  saved(COVERED, CLOSE, OWN);
});

const ORDER = "*/api/create-installation-order";
const show = () => showStep(AtDate, "/installation-date");
const showFilledIn = () => {
  saved(COVERED, CLOSE, OWN, ...SLOT, CONTACT);
  show();
};
const press = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Next — Reserve this date" }));
const draft = () => JSON.parse(sessionStorage.getItem("unified") ?? "null");
const serverRefuses = (status: number, code: string, errors: object[] = []) =>
  server.use(http.post(ORDER, () => refused(status, code, errors as never)));
const keys = () =>
  sent.filter(({ to }) => to === "create-installation-order").map(({ key }) => key);

test("WIZ-05.6 without an address: back to step 1", async () => {
  saved();
  show();
  await waitFor(() => expect(location.pathname).toBe("/installation-wizard"));
});

test("without a band: back to step 1", async () => {
  saved(COVERED);
  show();
  await waitFor(() => expect(location.pathname).toBe("/installation-wizard"));
});

test("without a generator: back to step 2", async () => {
  saved(COVERED, CLOSE);
  show();
  await waitFor(() => expect(location.pathname).toBe("/generator-selection"));
});

test("WIZ-08.5 ERR-01.5 pressed too early, every message stands where it belongs", async () => {
  show();
  await screen.findByRole("grid");
  expect(screen.getByText("Date not selected")).toBeTruthy();

  await press();

  expect(screen.getByText("Installation date is required")).toBeTruthy();
  expect(screen.getByText("Please choose morning or afternoon")).toBeTruthy();
  expect(screen.getByText("Contact information is required")).toBeTruthy();
  expect(screen.getByText("Please enter your name")).toBeTruthy();
  expect(bodiesTo("create-installation-order")).toEqual([]);
});

test("nothing is sent while the email lacks its '@'", async () => {
  saved(COVERED, CLOSE, OWN, ...SLOT, CONTACT, {
    type: "contactTyped",
    contact: { email: "ada.example.org" },
  });
  show();

  await press();

  expect(screen.getByText("Please enter an email address with an @")).toBeTruthy();
  expect(bodiesTo("create-installation-order")).toEqual([]);
});

test("a day and a window are chosen, both windows with their hours", async () => {
  show();

  await userEvent.click(await screen.findByRole("button", { name: "Next week" }));
  await userEvent.click(screen.getByRole("button", { name: /Monday, December 8/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));

  expect(screen.getByText("8:30 AM – 12:30 PM")).toBeTruthy();
  expect(draft().scheduling).toMatchObject({
    selected_date: "2025-12-08",
    selected_time_window: { id: "afternoon", start_time: "13:00", end_time: "17:00" },
  });
  expect(screen.getByText("Mon, Dec 8")).toBeTruthy();
});

test("what was typed is saved as it is typed", async () => {
  show();

  await userEvent.type(await screen.findByLabelText("Full name"), "Ada");

  expect(draft().customer.contact.name).toBe("Ada");
});

const reminder = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { name: contactWords.reminder });
const told = () => bodiesTo("wizard-sessions");
const ofAda = { current_step: 3, email: "ada@example.org", status: "in_progress" };

test("the box for a reminder is unticked, and nothing is saved of who leaves it so", async () => {
  showFilledIn();
  expect((await reminder()).checked).toBe(false);

  await userEvent.click(screen.getByLabelText("Email"));
  await userEvent.tab();

  expect(draft().customer.preferences).toEqual({ sms_updates: true, email_updates: true });
  expect(told()).toEqual([]);
});

test("ticked, the consent is kept in the draft and told at once", async () => {
  showFilledIn();

  await userEvent.click(await reminder());

  expect((await reminder()).checked).toBe(true);
  expect(draft().customer.preferences.recovery_consent).toBe(true);
  await waitFor(() => expect(told()).toMatchObject([{ ...ofAda, recovery_consent: true }]));
});

test("ticked before the e-mail is there, it is told when that field is left", async () => {
  show();
  await userEvent.click(await reminder());
  await userEvent.type(screen.getByLabelText("Email"), "ada@example.org");
  expect(told()).toEqual([]);

  await userEvent.tab();

  await waitFor(() => expect(told()).toMatchObject([{ ...ofAda, recovery_consent: true }]));
});

test("after a reload the box is as it was left", async () => {
  saved(COVERED, CLOSE, OWN, CONTACT, { type: "reminderChosen", isWanted: true });
  show();

  expect((await reminder()).checked).toBe(true);
});

test("unticked again, it is taken back at once and nothing is kept as agreed", async () => {
  saved(COVERED, CLOSE, OWN, CONTACT, { type: "reminderChosen", isWanted: true });
  show();

  await userEvent.click(await reminder());

  expect(draft().customer.preferences.recovery_consent).toBe(false);
  await waitFor(() => expect(told()).toMatchObject([{ recovery_consent: false }]));
});

test("a save that fails blocks nothing, and who reserved is not to be reminded", async () => {
  server.use(
    http.put("*/api/wizard-sessions/:id", () => refused(503, "unavailable"), { once: true }),
  );
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  showFilledIn();
  await userEvent.click(await reminder());

  await press();

  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
  await waitFor(() =>
    expect(told()).toMatchObject([{ completed_steps: [1, 2, 3], recovery_consent: false }]),
  );
});

test("the price, line by line, and what is due today", async () => {
  show();

  expect(await screen.findByText("Your own generator")).toBeTruthy();
  expect(screen.getAllByText("$5,140").length).toBeGreaterThan(0);
  expect(screen.getByText("$100")).toBeTruthy();
});

test("WIZ-07.1 WIZ-07.2 reserve: the order is made, the draft completed, installationComplete kept, on to pay", async () => {
  showFilledIn();

  await press();

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
});

test("WIZ-06.1 the third step is saved with [1,2,3]", async () => {
  showFilledIn();

  await press();

  await waitFor(() =>
    expect(bodiesTo("wizard-sessions")).toMatchObject([
      { completed_steps: [1, 2, 3], full_name: "Ada Lovelace", total_cents: 514000 },
    ]),
  );
});

test("WIZ-05.5 says 'Reservando...' while it is sent, and sends once", async () => {
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(ORDER, async () => {
      await pressed;
      return HttpResponse.json(RESERVED, { status: 201 });
    }),
  );
  showFilledIn();

  await press();

  const busy = screen.getByRole("button", { name: "Reservando..." });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(busy);
  answer();
  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
});

test("a day that filled up: said at the calendar, deselected, all else kept", async () => {
  showFilledIn();
  await screen.findByRole("button", { name: /December 8, 2025, available/ });
  serverRefuses(409, "day_full");
  const filled = AVAILABILITY.days.map((day) =>
    day.date === "2025-12-08" ? { ...day, open: false, reason: "full", windows: [] } : day,
  );
  server.use(
    http.get("*/api/availability", () => HttpResponse.json({ ...AVAILABILITY, days: filled })),
  );

  await press();

  expect(await screen.findByText(/That day just filled up/)).toBeTruthy();
  expect(screen.getByText("This day is not open any more. Please pick another one.")).toBeTruthy();
  expect(screen.getByRole("link", { name: /\(713\) 555-0142/ })).toBeTruthy();
  expect(
    await screen.findByRole("button", { name: /December 8, 2025.*fully booked/ }),
  ).toBeTruthy();
  expect(draft().scheduling.selected_date).toBeNull();
  expect(draft().scheduling.selected_time_window.id).toBe("morning");
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Ada Lovelace");
});

test("an address that is not covered leads back to step 1", async () => {
  serverRefuses(422, "address_not_covered");
  showFilledIn();

  await press();

  const way = await screen.findByRole("link", { name: "Go to step 1" });
  expect(way.getAttribute("href")).toBe("/installation-wizard");
});

test("after an outage the same answers are sent with the same key", async () => {
  let isDown = true;
  server.use(
    http.post(ORDER, async ({ request }) => {
      sent.push({
        to: "create-installation-order",
        body: await request.json(),
        key: request.headers.get("Idempotency-Key"),
      });
      return isDown ? HttpResponse.error() : HttpResponse.json(RESERVED, { status: 201 });
    }),
  );
  showFilledIn();
  await press();
  expect(await screen.findByText(/could not reach the server.*try again/)).toBeTruthy();

  isDown = false;
  await press();

  await waitFor(() => expect(location.pathname).toBe("/finalize-installation"));
  expect(keys()).toHaveLength(2);
  expect(keys()[0]).toBe(keys()[1]);
  expect(bodiesTo("create-installation-order")[0]).toEqual(
    bodiesTo("create-installation-order")[1],
  );
});

test.each([
  ["it was answered", () => HttpResponse.json(RESERVED, { status: 201 })],
  ["the server knows its key for another", () => refused(409, "idempotency_key_reused")],
])("an attempt is forgotten once %s", async (_, answer) => {
  const kept = () => sessionStorage.getItem("reserveAttempt");
  let keptMeanwhile: string | null = null;
  server.use(
    http.post(ORDER, () => {
      keptMeanwhile = kept();
      return answer();
    }),
  );
  showFilledIn();

  await press();

  await waitFor(() => expect(keptMeanwhile).toContain("Ada Lovelace"));
  await waitFor(() => expect(kept()).toBeNull());
});

test.each([
  [500, "unexpected", /on our side.*try again/],
  [429, "limit_reached", /wait a minute/],
  [409, "too_many_holds", /already holding other dates/],
])("WIZ-07.3 refused with %i %s, the visitor reads why", async (status, code, words) => {
  serverRefuses(status, code);
  showFilledIn();

  await press();

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole("link", { name: /\(713\) 555-0142/ })).toBeTruthy();
});

test("already reserved: the way on is shown", async () => {
  serverRefuses(409, "already_reserved");
  showFilledIn();

  await press();

  const way = await screen.findByRole("link", { name: "Finish your reservation" });
  expect(way.getAttribute("href")).toBe("/finalize-installation");
});

test("a refused e-mail is told beside its field", async () => {
  serverRefuses(422, "invalid", [
    { field: "customerData.email", code: "invalid", message: "We cannot write to this address." },
  ]);
  showFilledIn();

  await press();

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
