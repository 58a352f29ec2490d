import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { BookingMessage } from "#api/my-booking.ts";
import {
  keepInstallationComplete,
  readInstallationComplete,
} from "#draft/installation-complete.ts";
import { readDraft, recordDraft } from "#draft/use-draft.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, serving } from "#test-support.ts";
import type { Appointment } from "./use-paid-visit.ts";
import { anAppointment, anOrder, noDraft, reservedDraft } from "./visit.fixtures.ts";
import { VisitPaymentSuccess } from "./visit-pages.tsx";

const LOADING = { selector: "span:not(.sr-only)" };
const gtag = vi.fn();
const requests: string[] = [];
const links: unknown[] = [];
const server = serving();
const answers = (...responses: (() => Response)[]) =>
  server.use(
    http.get("*/api/checkout-sessions/:session/order", ({ params }) => {
      requests.push(String(params.session));
      return (responses[requests.length - 1] ?? responses.at(-1))?.();
    }),
  );
type Outcome = BookingMessage["outcome"];
const messagesAre = (outcomes: Partial<Record<"email" | "sms", Outcome>>) =>
  server.use(
    http.get("*/api/my-booking/messages", () =>
      HttpResponse.json(
        Object.entries(outcomes).map(([channel, outcome], id) => ({
          id,
          kind: "date_confirmed",
          channel,
          outcome,
          at: "2026-03-01T12:00:00Z",
        })),
      ),
    ),
  );
const feeAsked: unknown[] = [];
const feeIs = ({ isPaid }: { isPaid: boolean }) =>
  server.use(
    http.get("*/api/my-booking/money", ({ request }) => {
      feeAsked.push(new URL(request.url).searchParams.get("order"));
      return HttpResponse.json({ has_fee_receipt: isPaid });
    }),
  );
const is = (change: Partial<Appointment>) => () =>
  HttpResponse.json({ appointment: anAppointment(change) });
const missing = () => refused(404, "order_not_found");

beforeEach(() => {
  requests.length = 0;
  links.length = 0;
  feeAsked.length = 0;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("gtag", gtag.mockClear());
  localStorage.removeItem("counted-orders");
  history.replaceState({ kept: 1 }, "", "/visit-payment-success?sessionId=cs_1");
  reservedDraft();
  answers(is({}));
  messagesAre({ email: "delivered", sms: "sent" });
  feeIs({ isPaid: true });
  server.use(
    http.get("*/api/my-booking", () => refused(404, "order_not_found")),
    http.post("*/api/my-booking/access-link", async ({ request }) => {
      links.push(await request.json());
      return HttpResponse.json({ url: "https://standby.test/b/secret?to=photos" });
    }),
  );
});
afterEach(() => vi.useRealTimers());

const KEPT = {
  orderId: "1",
  appointmentId: "2",
  holdExpiresAt: null,
  totalCents: 1,
  schedulingFeeCents: 100_00,
  status: "held",
  nextPath: "/finalize-installation",
};
const ORDER_ID = anOrder().id;
const OWN_ADDRESS = `/visit-payment-success?order=${ORDER_ID}`;
const show = () => renderInApp(<VisitPaymentSuccess />);
const shown = { timeout: 15_000 };
const thanks = () => screen.findByRole("heading", { name: "THANK YOU!" }, shown);

test("VPS-01.1 VPS-01.2 VPS-01.4 VPS-01.5 VPS-01.6 the appointment, after 1 s", async () => {
  answers(is({ status: "held" }), is({ start_at: "2026-03-06T05:30:00Z" }));
  const startedAt = Date.now();
  show();
  expect(screen.getByText("Loading your appointment details...", LOADING)).toBeTruthy();
  expect(gtag).not.toHaveBeenCalled();

  await thanks();

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
  expect(location.pathname + location.search).toBe(OWN_ADDRESS);
  expect(history.state).toEqual({ kept: 1 });
  await vi.waitFor(() => expect(gtag).toHaveBeenCalledOnce());
  expect(requests).toEqual(["cs_1", "cs_1"]);
  for (const words of [
    "Ada, your appointment is confirmed.",
    "Technician Assignment Pending - We'll notify you by email and text.",
    "9 Grogans Mill Rd, The Woodlands, TX 77380",
    "Thursday, March 5, 2026",
    "Morning, 11:30 PM – 12:30 PM",
    "In-Home Appointment",
    /confirmation email was sent to ada@example.org/,
    /SMS.* was sent to \(713\) 555-0100/,
    "SB-7K3F9",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(screen.getByRole("img", { name: /^Map for / })).toBeTruthy();
  expect(hrefOf("Open my booking")).toBe(`/my-booking?order=${ORDER_ID}`);
});

test("TRUTH-01.1 TRUTH-01.2 the window is the server's, and what it confirmed is in the draft", async () => {
  const paid = {
    ...anOrder().scheduling_fee,
    status: "paid" as const,
    paid_at: "2026-02-01T15:05:00Z",
    payment_method: "card",
    transaction_id: "31111111-2222-4333-8444-555555555555",
  };
  const { id, appointment } = anOrder();
  const confirmed = { ...appointment, status: "confirmed" as const, day: "2026-03-09" };
  const ends_on = "2026-03-10";
  const order = anOrder({
    scheduling_fee: paid,
    appointment: { ...confirmed, ends_on, time_window: "afternoon" },
  });
  server.use(http.get("*/api/orders/:id", () => HttpResponse.json(order)));
  answers(
    is({
      start_at: "2026-03-09T18:00:00Z",
      end_at: "2026-03-09T22:00:00Z",
      ends_on,
      time_window: "afternoon",
    }),
  );
  keepInstallationComplete({ ...KEPT, orderId: id }, new Date());
  show();
  await thanks();

  expect(screen.getByText("Monday, March 9, 2026")).toBeTruthy();
  expect(
    screen.getByText("Afternoon, 1:00 PM – 5:00 PM. We finish Tuesday morning, March 10."),
  ).toBeTruthy();
  await vi.waitFor(() =>
    expect(readDraft().payment.scheduling_fee).toMatchObject({
      status: "paid",
      transaction_id: paid.transaction_id,
      processed_at: paid.paid_at,
    }),
  );
  expect(readDraft().scheduling.selected_date).toBe("2026-03-09");
  expect(readInstallationComplete()?.paymentStatus).toBe("paid");
});

const MAIL = /confirmation email was sent to/;
const TEXT = /confirmation text \(SMS\) was sent to/;

test.each<[Outcome, RegExp, RegExp]>([
  ["kept", /by email: no mail server is connected/, /\(SMS\): no text service is connected/],
  ["queued", /email to ada@example.org is waiting/, /\(SMS\) to \(713\) 555-0100 is waiting/],
  ["dead", /email to .* could not be sent/, /\(SMS\) to .* could not be sent/],
  ["undelivered", /email to .* came back/, /\(SMS\) to .* did not arrive/],
  ["opted_out", /you turned emails off/, /you turned texts off/],
  ["out_of_date", /No confirmation email was sent/, /No confirmation text \(SMS\) was sent/],
])("TRUTH-03.3 confirmations that are %s are not said to be sent", async (outcome, mail, text) => {
  messagesAre({ email: outcome, sms: outcome });
  show();
  await thanks();

  expect(screen.getByText(mail)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText(MAIL)).toBeNull();
  expect(screen.queryByText(TEXT)).toBeNull();
  expect(screen.queryAllByRole("link", { name: "Read it in My booking" })).toHaveLength(
    outcome === "queued" ? 0 : 2,
  );
});

test.each<[Parameters<typeof messagesAre>[0], RegExp, RegExp]>([
  [{ email: "sent" }, /notify you by email\.$/, /My booking leads to the photos/],
  [{ sms: "sent" }, /notify you by text\.$/, /The link is in our text message/],
  [{ email: "kept", sms: "queued" }, /notify you by text\.$/, /We’ll text you the link/],
  [
    { email: "kept", sms: "kept" },
    /My booking will show the name/,
    /My booking leads to the photos/,
  ],
  [{}, /My booking will show the name/, /My booking leads to the photos/],
])("with %j, what is promised goes by the ways that are open", async (sent, technician, photos) => {
  messagesAre(sent);
  show();
  await thanks();

  expect(screen.getByText(technician)).toBeTruthy();
  expect(screen.getByText(photos)).toBeTruthy();
  for (const [channel, words] of [
    ["email", MAIL],
    ["sms", TEXT],
  ] as const)
    expect(screen.queryAllByText(words)).toHaveLength(sent[channel] === "sent" ? 1 : 0);
});

test("a confirmation that is just being sent is looked at again", async () => {
  let asked = 0;
  server.use(
    http.get("*/api/my-booking/messages", () => {
      asked += 1;
      const outcome = asked === 1 ? "queued" : "sent";
      const at = new Date().toISOString();
      return HttpResponse.json([{ id: 1, kind: "date_confirmed", channel: "email", outcome, at }]);
    }),
  );
  show();

  expect(await screen.findByText(/is waiting to be sent/, {}, shown)).toBeTruthy();
  expect(await screen.findByText(MAIL, {}, shown)).toBeTruthy();
});

test("VPS-01.4 an assigned technician is shown by name and phone", async () => {
  answers(is({ technician: { name: "Sam Ortiz", phone: "7135550177" } }));
  show();
  await thanks();

  expect(screen.getByText("Sam Ortiz")).toBeTruthy();
  expect(hrefOf("(713) 555-0177")).toBe("tel:+17135550177");
  expect(screen.queryByText(/Technician Assignment Pending/)).toBeNull();
});

test.each([
  ["no appointment", missing, "?sessionId=cs_1", 1],
  ["a failed query", () => refused(500, "unexpected"), "?sessionId=cs_1", 1],
  ["neither order nor email", missing, "", 0],
])("VPS-01.7 %s: 'Appointment not found'", async (_, answer, query, times) => {
  if (!query) noDraft();
  history.replaceState(null, "", `/visit-payment-success${query}`);
  answers(answer);
  show();

  expect(await screen.findByRole("heading", { name: "Appointment not found" }, shown)).toBeTruthy();
  expect(screen.getByText("We couldn't find your appointment details.")).toBeTruthy();
  expect(requests).toHaveLength(times);
});

const bookingIs = (named: (string | null)[]) =>
  http.get("*/api/my-booking", ({ request }) => {
    named.push(new URL(request.url).searchParams.get("order"));
    const { order, ...appointment } = anAppointment();
    return HttpResponse.json({
      id: ORDER_ID,
      code: "SB-7K3F9",
      customer: order.customer,
      address: order.order_location.formatted_address,
      appointment,
    });
  });

test("OPS-16.1 a caller who came by the link sees the appointment without a draft", async () => {
  noDraft();
  const named: (string | null)[] = [];
  server.use(bookingIs(named));
  history.replaceState(null, "", OWN_ADDRESS);
  show();

  expect(await thanks()).toBeTruthy();
  expect(named).toEqual([ORDER_ID]);
});

test("TRUTH-02.1 the order of the address goes before the one that this tab has reserved", async () => {
  const named: (string | null)[] = [];
  server.use(bookingIs(named));
  history.replaceState(null, "", "/visit-payment-success?order=another");
  show();
  await thanks();

  expect(named).toEqual(["another"]);
});

test("with an email alone the latest appointment is asked for, as specified", async () => {
  noDraft();
  recordDraft({ type: "contactTyped", contact: { email: "ada@example.org" } });
  const emails: (string | null)[] = [];
  server.use(
    http.get("*/api/appointments/latest", ({ request }) => {
      emails.push(new URL(request.url).searchParams.get("email"));
      return HttpResponse.json(anAppointment());
    }),
  );
  history.replaceState(null, "", "/visit-payment-success");
  show();
  await thanks();

  expect(emails).toEqual(["ada@example.org"]);
});

test("after 30 s without word it says so, and does not claim a confirmation", async () => {
  answers(is({ status: "held" }));
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  show();
  for (let second = 0; second < 31; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
  }
  vi.useRealTimers();

  expect(
    await screen.findByRole("heading", { name: "We don’t have your payment yet" }),
  ).toBeTruthy();
  expect(screen.queryByText("THANK YOU!")).toBeNull();
  expect(screen.getByRole("button", { name: "Check again" })).toBeTruthy();
});

test("TRUTH-03.1 what the provider calls unpaid is led to the page that says so", async () => {
  const { order, ...appointment } = anAppointment({ status: "held" });
  answers(() => HttpResponse.json({ appointment: { ...appointment, order }, status: "unpaid" }));
  show();

  await vi.waitFor(
    () =>
      expect(location.pathname + location.search).toBe(
        `/visit-payment-cancelled?order=${ORDER_ID}`,
      ),
    shown,
  );
  expect(requests).toHaveLength(1);
  expect(screen.queryByText("THANK YOU!")).toBeNull();
});

test("BOOK-02.5 needs_new_date is explained and another day offered", async () => {
  answers(is({ status: "needs_new_date" }));
  show();

  expect(await screen.findByText(/your day was already taken/, {}, shown)).toBeTruthy();
  expect(hrefOf("Choose another day")).toBe("/installation-date");
});

test("NEXT-01.1 NEXT-01.3 the photos come first; then calendar, receipt and forwarding", async () => {
  show();
  await thanks();

  const [first] = screen.getAllByRole("link").filter((link) => link.closest("main"));
  expect(first?.textContent).toBe("Take the 5 photos now");
  expect(first?.getAttribute("href")).toBe(`/my-booking/photos?order=${ORDER_ID}`);
  expect(screen.getByText("SB-7K3F9")).toBeTruthy();
  expect(hrefOf("Add to calendar")).toBe(`/api/my-booking/appointment.ics?order=${ORDER_ID}`);
  const receipt = await screen.findByRole("link", { name: "See your receipt" });
  expect(receipt.getAttribute("href")).toBe(`/api/my-booking/fee-receipt?order=${ORDER_ID}`);
  const mail = new URL(hrefOf("Forward the details") ?? "");
  expect(mail.searchParams.get("subject")).toBe(
    "Generator installation on Thursday, March 5, 2026",
  );
  expect(mail.searchParams.get("body")).toMatch(/8:30 AM – 12:30 PM.*9 Grogans.*SB-7K3F9/s);
});

test("TRUTH-03.1 without a paid fee no receipt is offered", async () => {
  feeIs({ isPaid: false });
  show();
  await thanks();
  await vi.waitFor(() => expect(feeAsked).toEqual([ORDER_ID]));
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));

  expect(screen.getByRole("link", { name: "Add to calendar" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "See your receipt" })).toBeNull();
});

test("where the browser has a menu for sharing, it is used, without a link to the booking", async () => {
  const share = vi.fn((_: ShareData) => Promise.resolve());
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "share");
  });
  show();
  await thanks();

  await userEvent.click(screen.getByRole("link", { name: "Forward the details" }));

  expect(share).toHaveBeenCalledOnce();
  expect(share.mock.calls[0]?.[0]).not.toHaveProperty("url");
});

test("NEXT-01.2 on a computer a QR code hands the booking over to the phone", async () => {
  show();

  expect(await screen.findByRole("img", { name: "QR code" }, shown)).toBeTruthy();
  expect(screen.getByText("Scan to continue on your phone")).toBeTruthy();
  expect(links).toEqual([{ page: "photos" }]);
});

test("on a phone there is no QR code and no link is made", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  show();
  await thanks();

  expect(screen.queryByText("Scan to continue on your phone")).toBeNull();
  expect(links).toEqual([]);
});
