import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  keepInstallationComplete,
  readInstallationComplete,
} from "#draft/installation-complete.ts";
import { readDraft } from "#draft/use-draft.ts";
import { hrefOf, refused, serving } from "#test-support.ts";
import { renderInApp } from "../../app.setup.tsx";
import { anAppointment, anOrder, inMinutes, noDraft, reservedDraft } from "./visit.fixtures.ts";
import { type Appointment, VisitPaymentCancelled, VisitPaymentSuccess } from "./visit-pages.tsx";

const LOADING = { selector: "span:not(.sr-only)" };
const gtag = vi.fn();
const requests: string[] = [];
const links: unknown[] = [];
const server = serving();
const answers = (...responses: (() => Response)[]) =>
  server.use(
    http.get("*/api/appointments/latest", ({ request }) => {
      requests.push(new URL(request.url).searchParams.get("email") ?? "");
      return (responses[requests.length - 1] ?? responses.at(-1))?.();
    }),
  );
const is = (change: Partial<Appointment>) => () => HttpResponse.json(anAppointment(change));
const missing = () => refused(404, "appointment_not_found");

beforeEach(() => {
  requests.length = 0;
  links.length = 0;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("gtag", gtag.mockClear());
  localStorage.removeItem("counted-orders");
  reservedDraft();
  answers(is({}));
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
const show = () => renderInApp(<VisitPaymentSuccess />);
const shown = { timeout: 15_000 };
const thanks = () => screen.findByRole("heading", { name: "THANK YOU!" }, shown);

test("VPS-01.1 VPS-01.2 VPS-01.4 VPS-01.5 VPS-01.6 the appointment, after 1 s", async () => {
  answers(is({ status: "held" }), is({ start_at: "2026-03-06T05:30:00Z" }));
  history.replaceState({ kept: 1 }, "", "/visit-payment-success?session_id=cs_1");
  const startedAt = Date.now();
  show();
  expect(location.pathname + location.search).toBe("/visit-payment-success");
  expect(history.state).toEqual({ kept: 1 });
  expect(screen.getByText("Loading your appointment details...", LOADING)).toBeTruthy();
  expect(gtag).not.toHaveBeenCalled();

  await thanks();

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
  await vi.waitFor(() => expect(gtag).toHaveBeenCalledOnce());
  expect(requests).toEqual(["ada@example.org", "ada@example.org"]);
  for (const words of [
    "Ada, your appointment is confirmed.",
    "Technician Assignment Pending - We'll notify you by email and text.",
    "9 Grogans Mill Rd, The Woodlands, TX 77380",
    "Thursday, March 5, 2026",
    "Morning, 11:30 PM – 12:30 PM",
    "In-Home Appointment",
    /confirmation email was sent to ada@example.org/,
    /SMS.* was sent to \(713\) 555-0100/,
    "7c1d8d2e-0000-4000-8000-000000000001",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole("img", { name: /^Map for / })).toBeTruthy();
  expect(hrefOf("Open my booking")).toBe("/my-booking");
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
  const order = anOrder({
    scheduling_fee: paid,
    appointment: { ...confirmed, time_window: "afternoon" },
  });
  server.use(http.get("*/api/orders/:id", () => HttpResponse.json(order)));
  answers(
    is({
      start_at: "2026-03-09T18:00:00Z",
      end_at: "2026-03-09T22:00:00Z",
      time_window: "afternoon",
    }),
  );
  keepInstallationComplete({ ...KEPT, orderId: id }, new Date());
  show();
  await thanks();

  expect(screen.getByText("Monday, March 9, 2026")).toBeTruthy();
  expect(screen.getByText("Afternoon, 1:00 PM – 5:00 PM")).toBeTruthy();
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

test("VPS-01.4 an assigned technician is shown by name and phone", async () => {
  answers(is({ technician: { name: "Sam Ortiz", phone: "7135550177" } }));
  show();
  await thanks();

  expect(screen.getByText("Sam Ortiz")).toBeTruthy();
  expect(hrefOf("(713) 555-0177")).toBe("tel:+17135550177");
  expect(screen.queryByText(/Technician Assignment Pending/)).toBeNull();
});

test.each([
  ["no appointment", missing, reservedDraft, 1],
  ["a failed query", () => refused(500, "unexpected"), reservedDraft, 1],
  ["no saved email", missing, noDraft, 0],
])("VPS-01.7 %s: 'Appointment not found'", async (_, answer, draft, times) => {
  draft();
  answers(answer);
  show();

  expect(await screen.findByRole("heading", { name: "Appointment not found" }, shown)).toBeTruthy();
  expect(screen.getByText("We couldn't find your appointment details.")).toBeTruthy();
  expect(requests).toHaveLength(times);
});

test("OPS-16.1 a caller who came by the link sees the appointment without a draft", async () => {
  noDraft();
  server.use(
    http.get("*/api/my-booking", () => HttpResponse.json({ customer: { email: "ada@call.test" } })),
  );
  show();

  expect(await thanks()).toBeTruthy();
  expect(requests).toEqual(["ada@call.test"]);
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
    await screen.findByRole("heading", { name: "We’re still confirming your payment" }),
  ).toBeTruthy();
  expect(screen.queryByText("THANK YOU!")).toBeNull();
  expect(screen.getByRole("button", { name: "Check again" })).toBeTruthy();
});

test("BOOK-02.5 needs_new_date is explained and another day offered", async () => {
  answers(is({ status: "needs_new_date" }));
  show();

  expect(await screen.findByText(/your day was already taken/, {}, shown)).toBeTruthy();
  expect(hrefOf("Choose another day")).toBe("/installation-date");
});

test("VPC-01.1 VPC-01.2 VPC-01.3 VPC-01.4 what happened, why, and the ways on", () => {
  noDraft();
  renderInApp(<VisitPaymentCancelled />);

  expect(screen.getByRole("heading", { name: "Payment Cancelled" })).toBeTruthy();
  expect(screen.getByText("Your site visit payment was not completed")).toBeTruthy();
  expect(screen.getByText(/No charges were made/)).toBeTruthy();
  const reasons = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(reasons).toHaveLength(4);
  expect(reasons.join()).toMatch(
    /window was closed.*back button.*Insufficient funds.*technical issue/,
  );
  expect(hrefOf("(713) 555-0142")).toBe("tel:+17135550142");
  expect(screen.getByText("Monday-Friday, 8 AM - 6 PM CST")).toBeTruthy();
  expect(hrefOf("Try Payment Again")).toBe("/finalize-installation");
  expect(hrefOf("Return Home")).toBe("/");
});

test.each([
  [20, 1],
  [-1, 0],
])(
  "TRUTH-01.1 a hold that ends in %i minutes by the server is said %i times",
  async (minutes, times) => {
    const asked = vi.fn(() => HttpResponse.json(anOrder({ hold_expires_at: inMinutes(minutes) })));
    server.use(http.get("*/api/orders/:id", asked));
    renderInApp(<VisitPaymentCancelled />);

    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await vi.waitFor(() =>
      expect(screen.queryAllByText(/Your day is still held for you until \d/)).toHaveLength(times),
    );
  },
);

test("NEXT-01.1 NEXT-01.3 the photos come first; then calendar, receipt and forwarding", async () => {
  show();
  await thanks();

  const [first] = screen.getAllByRole("link").filter((link) => link.closest("main"));
  expect(first?.textContent).toBe("Take the 5 photos now");
  expect(first?.getAttribute("href")).toBe("/my-booking/photos");
  expect(screen.getByText("SB-7K3F9")).toBeTruthy();
  expect(hrefOf("Add to calendar")).toBe("/api/my-booking/appointment.ics");
  expect(hrefOf("See your receipt")).toBe("/api/my-booking/fee-receipt");
  const mail = new URL(hrefOf("Forward the details") ?? "");
  expect(mail.searchParams.get("subject")).toBe(
    "Generator installation on Thursday, March 5, 2026",
  );
  expect(mail.searchParams.get("body")).toMatch(/8:30 AM – 12:30 PM.*9 Grogans.*SB-7K3F9/s);
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
