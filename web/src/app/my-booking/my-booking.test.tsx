import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { BookingSummary, MyBooking, NextStepKey } from "#api/my-booking.ts";
import {
  aBooking,
  aNextStep,
  anAppointment,
  CANCELLATION,
  CONSENTS,
  DOCUMENTS,
  MACHINE,
  MESSAGES,
  wayWith,
} from "#fixtures/my-booking.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, setBookingHint } from "#test-support.ts";
import {
  answers,
  mockPost,
  part,
  sent,
  serveParts,
  server,
  showBooking,
} from "./my-booking.setup.tsx";
import MyBookingApp from "./my-booking-app.tsx";

const held: Partial<MyBooking> = {
  status: "reserved",
  photos: null,
  next_step: {
    ...aNextStep("pay_fee", "Pay the reservation fee to keep your day", "Go to the payment"),
    by: "2026-11-21T21:35:00Z",
    lines: ["Your day is held for you until 3:35 PM."],
  },
  appointment: anAppointment({
    status: "held",
    hold_expires_at: "2026-11-21T21:35:00Z",
    can_reschedule: false,
    free_until: null,
  }),
};

test.each([
  ["", "We couldn’t find your booking"],
  ["?link=expired", "This link has expired"],
])("no order at /my-booking%s: '%s', whom to call, and nobody's booking", async (query, title) => {
  history.replaceState(null, "", `/my-booking${query}`);
  answers("/my-bookings", []);
  renderInApp(<MyBookingApp />);
  expect(screen.getByRole("status").textContent).toBe("Loading your booking...");

  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  const phone = within(screen.getByRole("main")).getByRole("link", { name: "(713) 555-0142" });
  expect(phone.getAttribute("href")).toBe("tel:+17135550142");
  expect(screen.queryByText(/Hello/)).toBeNull();
});

const inList = (change: Partial<BookingSummary>): BookingSummary => ({
  id: aBooking().id,
  code: "SB-7K3F9",
  status: "reserved",
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  total_cents: 12_694_77,
  visit_status: "held",
  day: "2026-12-16",
  time_window: "morning",
  start_at: "2026-12-16T14:30:00Z",
  end_at: "2026-12-16T18:30:00Z",
  held_until: "2026-11-22T03:47:00Z",
  next_step: "pay_fee",
  reserved_at: "2026-11-22T03:12:00Z",
  ...change,
});

test("TRUTH-02.2 several bookings are listed, each with its day, price and what to do", async () => {
  history.replaceState(null, "", "/my-booking");
  answers("/my-bookings", [
    inList({}),
    inList({
      id: "another",
      code: "SB-KTCD5",
      visit_status: "confirmed",
      held_until: null,
      next_step: "send_photos",
    }),
  ]);
  renderInApp(<MyBookingApp />);

  expect(await screen.findByRole("heading", { name: "Your bookings" })).toBeTruthy();
  const [first, second] = within(screen.getByRole("main")).getAllByRole("listitem");
  for (const words of [/Wednesday, December 16/, /Held until 9:47\sPM/, /\$12,694\.77/, /Pay the/])
    expect(first?.textContent).toMatch(words);
  expect(second?.textContent).toMatch(/SB-KTCD5.*Confirmed.*Send the photos/);
  expect(hrefOf("Open booking SB-7K3F9")).toBe(`/my-booking?order=${aBooking().id}`);
  expect(hrefOf("Open booking SB-KTCD5")).toBe("/my-booking?order=another");
});

describe("opened by its order", () => {
  beforeEach(() => {
    setBookingHint(true);
    return () => setBookingHint(false);
  });

  test("TRUTH-02.2 one of several bookings leads to all of them", async () => {
    answers("/my-bookings", [inList({}), inList({ id: "another" })]);
    await showBooking();

    const all = await screen.findByRole("link", { name: "All my bookings" });
    expect(all.getAttribute("href")).toBe("/my-booking");
  });

  test("TRUTH-02.2 the only booking leads to no list", async () => {
    let asked = false;
    server.use(
      http.get("*/api/my-bookings", () => {
        asked = true;
        return HttpResponse.json([inList({})]);
      }),
    );
    await showBooking();

    await waitFor(() => expect(asked).toBe(true));
    expect(screen.queryByRole("link", { name: "All my bookings" })).toBeNull();
  });
});

test("TRUTH-02.2 the only booking is shown at once", async () => {
  history.replaceState(null, "", "/my-booking");
  answers("/my-bookings", [inList({})]);

  await showBooking();

  expect(screen.queryByText("Your bookings")).toBeNull();
});

test("a booking that did not load is asked for again, and greets by name", async () => {
  serveParts();
  server.use(http.get("*/api/my-booking", () => refused(503, "busy")));
  renderInApp(<MyBookingApp />);
  await screen.findByRole("heading", { name: "Your booking didn’t load" }, { timeout: 15_000 });

  answers("/my-booking", aBooking());
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { name: "Hello, Ada." })).toBeTruthy();
  expect(screen.getByText("1204 Timber Ridge Dr, The Woodlands, TX 77380")).toBeTruthy();
  expect(screen.getByText("SB-7K3F9")).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  await waitFor(() => expect(document.title).toBe("Your booking | Standby"));
});

test("BOOK-04.4 the timeline says in words what is done, what is now and what comes", async () => {
  await showBooking({ timeline: wayWith(2) });
  const timeline = await part("From reservation to power-on");

  const steps = within(timeline).getAllByRole("listitem");
  expect(steps.map((step) => step.textContent)).toEqual([
    "Date reservedDone Fri, Nov 20",
    "Appointment confirmedDone Sat, Nov 21",
    "Photos reviewedComes next",
    "Price lockedLater",
    "Proposal acceptedLater",
    "Equipment arrivesLater",
    "Installation dayPlanned for Mon, Dec 14",
    "Power onLater",
  ]);
  expect(steps[2]?.getAttribute("aria-current")).toBe("step");
});

const NEXT: [NextStepKey, string | null][] = [
  ["pay_fee", "/finalize-installation"],
  ["confirm", "/confirm-appointment"],
  ["send_photos", "/my-booking/photos"],
  ["retake_photos", "/my-booking/photos"],
  ["wait_review", null],
  ["decide_change", "#price"],
  ["wait_proposal", null],
  ["accept_proposal", "#proposal"],
  ["pay_milestone", "#payments"],
  ["wait_equipment", null],
  ["wait_installation", null],
  ["done", "#review"],
  ["cancelled", "/installation-wizard"],
];

test.each(NEXT)(
  "TRUTH-03.1 what happens next at %s is said in the server's words alone",
  async (key, href) => {
    await showBooking({ next_step: aNextStep(key, `The title of ${key}`, href ? "Go" : "") });
    const next = await part(`The title of ${key}`);

    const links = within(next).queryAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      href ? [href.replace(/(photos|finalize-.*|confirm-.*)$/, `$&?order=${aBooking().id}`)] : [],
    );
    expect(within(next).queryAllByRole("button")).toEqual([]);
    const action = href ? "Go" : "";
    expect(next.textContent).toBe(
      `What happens nextThe title of ${key}More about ${key}.${action}`,
    );
  },
);

test("a hold not yet paid leads to the payment of this order", async () => {
  await showBooking(held);

  expect(screen.getByText(/Your day is held for you until 3:35 PM/)).toBeTruthy();
  expect(hrefOf("Go to the payment")).toBe(`/finalize-installation?order=${aBooking().id}`);
  expect(screen.queryByRole("button", { name: "Reschedule" })).toBeNull();
});

test.each([
  [60_000, "Held for you"],
  [-1000, "No longer held"],
])("a hold that ends in %i ms is called: %s", async (ms, badge) => {
  const until = new Date(Date.now() + ms).toISOString();
  await showBooking({
    ...held,
    appointment: anAppointment({ status: "held", hold_expires_at: until }),
  });

  expect((await part("Your appointment")).textContent).toContain(badge);
});

test("BOOK-04.5 the appointment: day, window, calendar file, until when it may move", async () => {
  await showBooking();
  const visit = within(await part("Your appointment"));

  for (const words of [
    "Monday, December 14, 2026",
    "We arrive between 8:30 AM and 12:30 PM",
    "Technician Assignment Pending - We'll notify you by email and text.",
    /free until Sat, Dec 12, 8:30\sAM/,
  ])
    expect(visit.getByText(words)).toBeTruthy();
  expect(hrefOf("Add to calendar")).toBe(`/api/my-booking/appointment.ics?order=${aBooking().id}`);
});

test("TRUTH-03.1 who gets neither email nor text is told that this page will name the technician", async () => {
  serveParts({ appointment: anAppointment({ technician: null }) });
  answers("/my-booking/messages", []);
  renderInApp(<MyBookingApp />);

  expect(await screen.findByText(/Pending - This page will show the name/)).toBeTruthy();
  expect(screen.queryByText(/My booking will/)).toBeNull();
});

test("BOOK-04.7 less than 48 hours ahead the date is moved by phone only", async () => {
  const technician = { name: "Sam Ortiz", phone: "7135550177" };
  await showBooking({ appointment: anAppointment({ can_reschedule: false, technician }) });
  const visit = within(await part("Your appointment"));

  expect(visit.queryByRole("button", { name: "Reschedule" })).toBeNull();
  expect(visit.getByText(/less than 48 hours away/)).toBeTruthy();
  expect(visit.getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
  expect(visit.getByText("Sam Ortiz")).toBeTruthy();
  expect(hrefOf("(713) 555-0177")).toBe("tel:+17135550177");
});

test("a finished installation and a cancelled order are neither moved nor cancelled", async () => {
  await showBooking({
    status: "completed",
    appointment: anAppointment({ can_reschedule: false }),
    timeline: wayWith(8),
    next_step: aNextStep("done"),
  });
  const visit = await part("Your appointment");

  expect(within(visit).getByText("Your generator is installed.")).toBeTruthy();
  expect(within(visit).queryByRole("button")).toBeNull();
  expect(within(visit).queryByText(/48 hours/)).toBeNull();

  cleanup();
  await showBooking({
    status: "cancelled",
    next_step: aNextStep("cancelled", "This order is canceled"),
  });

  expect(await part("This order is canceled")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Your appointment" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Cancel/ })).toBeNull();
});

test("BOOK-04.6 the photos are counted, and a retake says what is missing", async () => {
  await showBooking({
    photos: {
      status: "retake_requested",
      least: 5,
      most: 20,
      count: 5,
      requested_count: 5,
      retake_reason: "Blurred.",
    },
  });
  const photos = await part("Photos");

  expect(within(photos).getByText("5 photos received")).toBeTruthy();
  expect(within(photos).getByText("Blurred.")).toBeTruthy();
  expect(within(photos).getByRole("link", { name: "Retake photos" })).toBeTruthy();
});

test("TRUTH-03.1 on My booking a further photo does not stand for a requested one", async () => {
  const photos = { least: 5, most: 20, count: 5, requested_count: 4, retake_reason: "" };
  await showBooking({ photos: { status: "awaiting_photos", ...photos } });

  expect(within(await part("Photos")).getByText("4 of 5 requested photos received")).toBeTruthy();
});

const POWER_ON = {
  status: "completed" as const,
  timeline: wayWith(8),
  next_step: aNextStep("done", "Your home has standby power"),
  machine: MACHINE,
};

const REACHED: [string, Partial<MyBooking>][] = [
  ["held", { status: "reserved", next_step: aNextStep("pay_fee"), timeline: wayWith(1) }],
  ["paid", { status: "scheduled", next_step: aNextStep("send_photos"), timeline: wayWith(2) }],
  ["canceled", { status: "cancelled", next_step: aNextStep("cancelled") }],
  ["finished", POWER_ON],
];

test.each(REACHED)("an order that is %s is named by its one short code", async (_, reached) => {
  await showBooking({ code: "SB-KTCD5", ...reached });
  await screen.findByText(/SB-KTCD5/);

  const shown = document.body.textContent ?? "";
  expect(shown).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(shown).not.toContain(aBooking().id.slice(0, 8));
});

test("BOOK-07.1 after power-on the page leads with the machine and what to do when it is dead", async () => {
  await showBooking(POWER_ON);
  const machine = await part("Your generator");

  for (const words of [
    "Generac Guardian 22 kW",
    "3012345678",
    "Monday, December 14, 2026",
    "The manufacturer’s limited warranty, typically 5 years.",
    "12 months from substantial completion.",
    /^No service visit is on record/,
    /has to stand on AUTO/,
  ])
    expect(within(machine).getByText(words)).toBeTruthy();
  expect(hrefOf("Owner’s manual")).toBe(MACHINE.manual_url);
  expect(hrefOf("See what the crew recorded")).toBe("/verify/7K3MQ2X9ABCD0123");
  expect(within(machine).getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
  const [, first] = screen.getAllByRole("heading", { level: 2 });
  expect(first?.textContent).toBe("Your generator");
  expect(screen.queryByRole("region", { name: "Getting ready for your installation" })).toBeNull();
  expect(screen.queryByText(/Technician Assignment/)).toBeNull();
  const documents = within(await part("Documents"));
  expect((await documents.findByText("Proposal and signature (1)")).closest("details")?.open).toBe(
    false,
  );
  const messages = within(await part("Messages"));
  expect(
    (await messages.findByText("Show all 2 messages", { selector: "summary" })).closest("details")
      ?.open,
  ).toBe(false);
});

const STAY_ON = {
  wanted: "Lights, fridge and kitchen, electric dryer (5 kW)",
  home: "2,500 sq ft, gas furnace",
  verdict: "The 22 kW generator carries it, and the dryer waits its turn.",
  modules: "Load management modules needed, one for each that takes turns: 1, in the price.",
};

test("what should stay on stands beside the price, with what was told of it", async () => {
  await showBooking({ stay_on: STAY_ON });
  const price = within(await part("Your price"));

  expect(price.getByText("What should stay on")).toBeTruthy();
  expect(price.getByText(`${STAY_ON.wanted}.`)).toBeTruthy();
  expect(price.getByText(`Figured for ${STAY_ON.home}.`)).toBeTruthy();
  expect(
    price.getByText(`By our online estimate, on natural gas: ${STAY_ON.verdict}`),
  ).toBeTruthy();
  expect(price.getByText(STAY_ON.modules)).toBeTruthy();
});

test("of a list of which nothing was told only the list stands there", async () => {
  await showBooking({ stay_on: { ...STAY_ON, verdict: "", modules: "" } });

  expect(await screen.findByText("What should stay on")).toBeTruthy();
  expect(screen.queryByText(/online estimate|modules needed/)).toBeNull();
});

test("an order without a list says nothing of one", async () => {
  await showBooking();

  await part("Your price");
  expect(screen.queryByText("What should stay on")).toBeNull();
});

test("what is not on record about the machine is not made up", async () => {
  await showBooking({ ...POWER_ON, machine: { ...MACHINE, serial_number: "", manual_url: "" } });
  const machine = within(await part("Your generator"));

  expect(machine.getByText("Not on record. It is on the nameplate of the unit.")).toBeTruthy();
  expect(machine.queryByRole("link", { name: "Owner’s manual" })).toBeNull();
});

test("before the power is on there is no machine to look after", async () => {
  await showBooking({ ...POWER_ON, machine: null });

  expect(screen.queryByRole("region", { name: "Your generator" })).toBeNull();
  expect(await part("Getting ready for your installation")).toBeTruthy();
});

test("every message and every document can be read again, newest first", async () => {
  await showBooking();
  const messages = within(await part("Messages"));
  const documents = within(await part("Documents"));

  const all = await messages.findAllByRole("listitem");
  expect(all[0]?.textContent).toMatch(/please send 5 photos.*Text, Sat, Nov 21, 10:02\sAM, sent/);
  expect(all[1]?.textContent).toMatch(/Your installation day is confirmed.*Email/);
  expect(messages.getByText(/we come on Monday, December 14/)).toBeTruthy();
  const link = await documents.findByRole("link", { name: /^Installation proposal/ });
  expect(link.textContent).toBe("Installation proposalPDF, 184 kB, Mon, Nov 23");
  expect(link.getAttribute("href")).toContain("/api/my-booking/documents/");
  expect(hrefOf("A request for your gas company, if it needs a larger meter")).toBe("/gas-check");
});

test("a message that this site did not send is not said to be sent", async () => {
  serveParts();
  answers(
    "/my-booking/messages",
    MESSAGES.map((message) => ({ ...message, is_stored: true, outcome: "kept" as const })),
  );
  renderInApp(<MyBookingApp />);

  const messages = within(await part("Messages"));
  const all = await messages.findAllByRole("listitem");
  expect(all[0]?.textContent).toMatch(/10:02\sAM, not sent: read it here/);
  expect(messages.getByText("Everything we wrote to you, newest first.")).toBeTruthy();
});

test("an invoice that no longer holds is in the list and called void", async () => {
  serveParts();
  answers(
    "/my-booking/documents",
    DOCUMENTS.map((document) => ({ ...document, title: "Invoice INV-000002", is_void: true })),
  );
  renderInApp(<MyBookingApp />);

  const documents = within(await part("Documents"));
  const link = await documents.findByRole("link", { name: /^Invoice INV-000002/ });
  expect(within(link).getByText("Void")).toBeTruthy();
});

test("texts are turned off after a refusal, and what was agreed stays readable", async () => {
  await showBooking();
  mockPost("/my-booking/consents", () => refused(500, "unexpected"));
  const name = "Text messages to (713) 555-0199";
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name });
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  expect(await screen.findByText(/Something went wrong on our side/)).toBeTruthy();

  mockPost("/my-booking/consents", () => HttpResponse.json({}));
  answers("/my-booking/consents", [
    { ...CONSENTS[0], is_granted: false, at: "2026-11-22T10:00:00Z", page: "/my-booking" },
    ...CONSENTS,
  ] as never);
  await userEvent.click(box);

  expect(await screen.findByText("Text messages are off.")).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ channel: "sms", is_granted: false });
  expect(screen.getByText("Texts: Withdrawn")).toBeTruthy();
});

test("TRUTH-03.1 texts are on while they are sent, also before the fee is paid, and off where none was wanted", async () => {
  const isOn = async (sms_updates: boolean) => {
    serveParts({ customer: { ...aBooking().customer, sms_updates } });
    answers("/my-booking/consents", []);
    renderInApp(<MyBookingApp />);
    const name = "Text messages to (713) 555-0199";
    const { checked } = await screen.findByRole<HTMLInputElement>("checkbox", { name });
    cleanup();
    return checked;
  };
  expect(await isOn(true)).toBe(true);
  expect(await isOn(false)).toBe(false);
});

test.each([
  ["+17135550142", "Text YES to (713) 555-0142"],
  ["", "Answer YES to the text that you got from us."],
])("MSG-06.1 a number that has to say YES itself is told how (ours: %j)", async (ours, how) => {
  serveParts({ texts_wait_for_yes: true, texts_number: ours });
  mockPost("/my-booking/consents", () => HttpResponse.json({ is_granted: true }));
  renderInApp(<MyBookingApp />);

  expect(await screen.findByText(/No more texts go to this number until you/)).toBeTruthy();
  expect(screen.getByText(how, { exact: false })).toBeTruthy();
  const link = screen.queryByRole("link", { name: how });
  expect(link?.getAttribute("href")).toBe(
    ours ? "sms:+17135550142?&body=YES%20SB-7K3F9" : undefined,
  );

  await userEvent.click(screen.getByRole("checkbox", { name: /^Text messages to/ }));
  expect(screen.queryByText("Text messages are on.")).toBeNull();
});

test("a part that fails says so and takes nothing else down", async () => {
  serveParts();
  server.use(http.get("*/api/my-booking/messages", () => refused(503, "busy")));
  renderInApp(<MyBookingApp />);

  expect(await screen.findByText("Your messages didn’t load.")).toBeTruthy();
  expect(await part("Your price")).toBeTruthy();
});

const MOVE = "/my-booking/reschedule";
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const dialog = (name: string) => screen.findByRole("dialog", { name });

async function openReschedule(button = "Reschedule") {
  await click(button);
  const opened = await dialog("Reschedule your appointment");
  await within(opened).findAllByRole("gridcell");
  return opened;
}

async function chooseSlot() {
  await click(/10 Open. Thursday, December 10/);
  await userEvent.click(screen.getByRole("radio", { name: "Afternoon" }));
}

test("TRUTH-01.4 the link 'Move your day' opens the calendar at once", async () => {
  history.replaceState(null, "", `/my-booking?order=${aBooking().id}#reschedule`);
  await showBooking();

  expect(await dialog("Reschedule your appointment")).toBeTruthy();
});

test("the date is moved in the same calendar, after a lost answer under the same key", async () => {
  await showBooking();
  mockPost(MOVE, () => HttpResponse.error());
  await openReschedule();
  await click("Move to this day");
  expect(screen.getByText("Please choose a day")).toBeTruthy();
  expect(screen.getByText("Please choose morning or afternoon")).toBeTruthy();
  expect(sent).toEqual([]);
  await chooseSlot();
  await click("Move to Thu, Dec 10");
  await screen.findByText(/We couldn’t reach the server/);

  mockPost(MOVE, () => HttpResponse.json({ appointment: {} }));
  const appointment = anAppointment({ day: "2026-12-10", time_window: "afternoon" });
  answers("/my-booking", aBooking({ appointment }));
  await click("Move to Thu, Dec 10");

  expect(await screen.findByText("Thursday, December 10, 2026")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual(
    Array(2).fill({ day: "2026-12-10", time_window: "afternoon" }),
  );
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test.each([
  ["day_full", "That day just filled up."],
  ["too_late_to_reschedule", "less than 48 hours"],
])("%s is told in the dialog, with the phone", async (code, words) => {
  await showBooking();
  mockPost(MOVE, () => refused(409, code));
  const opened = await openReschedule();
  await chooseSlot();
  await click("Move to Thu, Dec 10");

  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(within(opened).getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
});

test("needs_new_date: another day is chosen right here", async () => {
  await showBooking({
    next_step: aNextStep("choose_date", "Choose another day", "Choose a day"),
    appointment: anAppointment({ status: "needs_new_date", can_reschedule: false }),
  });
  await click("Choose a day");

  const opened = await dialog("Reschedule your appointment");
  expect(within(opened).getByText(/Your payment counts in full/)).toBeTruthy();
});

test("cancelling shows the rule and the exact refund first, and names what it showed", async () => {
  await showBooking();
  mockPost("/my-booking/cancel", () => HttpResponse.json({ status: "cancelled" }));
  answers("/my-booking/cancellation", {
    ...CANCELLATION,
    rule: "within_three_days",
    refund_cents: 3_273_69,
    retained_cents: 0,
    words: "You are within three business days of signing: everything comes back.",
  });
  await click("Cancel the order");
  const opened = await dialog("Cancel this order?");

  expect(await within(opened).findByText("$3,273.69")).toBeTruthy();
  expect(within(opened).getByText(/everything comes back/)).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(within(opened).getByLabelText(/Why are you canceling/), "We are moving");
  await userEvent.click(within(opened).getByRole("button", { name: "Cancel the order" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    rule: "within_three_days",
    refund_cents: 3_273_69,
    retained_cents: 0,
    owed_cents: 0,
    reason: "We are moving",
  });
  expect(sent[0]?.key).toBeTruthy();
});

test("a refund that changed meanwhile is refused, the new figure shown", async () => {
  await showBooking();
  mockPost("/my-booking/cancel", () => refused(409, "refund_changed"));
  await click("Cancel the order");
  const opened = within(await dialog("Cancel this order?"));
  await opened.findByText("$100.00");

  answers("/my-booking/cancellation", {
    ...CANCELLATION,
    refund_cents: 50_00,
    retained_cents: 50_00,
  });
  await userEvent.click(opened.getByRole("button", { name: "Cancel the order" }));

  expect((await opened.findByRole("alert")).textContent).toContain("Nothing was canceled");
  expect(await opened.findAllByText("$50.00")).toHaveLength(2);
  await userEvent.click(opened.getByRole("button", { name: "Keep my order" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toHaveLength(1);
});

test("what can no longer be cancelled here says so with the phone", async () => {
  await showBooking();
  answers("/my-booking/cancellation", { ...CANCELLATION, can_cancel: false, words: "" });
  await click("Cancel the order");
  const opened = await dialog("Cancel this order?");

  expect(await within(opened).findByText(/can no longer be canceled here/)).toBeTruthy();
  expect(within(opened).queryByRole("button", { name: "Cancel the order" })).toBeNull();
});
