import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { readDraft } from "#draft/use-draft.ts";
import type { Order } from "#features/order-summary/order-loader.tsx";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, serving } from "#test-support.ts";
import { ConfirmStep, FinalizeStep } from "./payment-steps.tsx";
import { aFee, anOrder, inMinutes, noDraft, reservedDraft } from "./visit/visit.fixtures.ts";

const requests: unknown[] = [];
const server = serving();
const orderIs = (order: Order) =>
  server.use(http.get("*/api/orders/:id", () => HttpResponse.json(order)));
const mockCheckout = (answer: () => Response) =>
  server.use(
    http.post("*/api/checkout-sessions", async ({ request }) => {
      requests.push(await request.json());
      return answer();
    }),
  );
const refusesPayment = (code: string, status: number) => mockCheckout(() => refused(status, code));
let confirmed = 0;
const mockConfirm = (answer: () => Response) =>
  server.use(
    http.post("*/api/orders/:id/confirm", () => {
      confirmed += 1;
      return answer();
    }),
  );
const refusesConfirm = (code: string) => mockConfirm(() => refused(409, code));

const assign = vi.fn();

beforeEach(() => {
  requests.length = 0;
  confirmed = 0;
  assign.mockClear();
  vi.spyOn(location, "assign").mockImplementation(assign);
  reservedDraft();
  orderIs(anOrder());
  mockConfirm(() => HttpResponse.json({ appointmentId: "1", status: "confirmed" }));
});

function showPayment(order?: Order) {
  if (order) orderIs(order);
  window.history.replaceState(null, "", "/finalize-installation");
  renderInApp(<FinalizeStep />);
}

const FREE = aFee({ amount_cents: 0, status: "none" });

function showConfirm(order = anOrder({ scheduling_fee: FREE })) {
  orderIs(order);
  window.history.replaceState(null, "", "/confirm-appointment");
  renderInApp(<ConfirmStep />);
}
const here = () => location.pathname + location.search;
const at = (path: string) => `${path}?order=${anOrder().id}`;
const describedBy = (control: HTMLElement) =>
  document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent;

const payButton = () => screen.findByRole("button", { name: "Pay $100.00" });
async function agreeToAll() {
  for (const box of await screen.findAllByRole("checkbox")) await userEvent.click(box);
}
async function pay() {
  await agreeToAll();
  await userEvent.click(await payButton());
}

test("FIN-01.1 PAY-01.5 the cost to the cent, what changed, the hold, test mode", async () => {
  reservedDraft({ seenCents: 12_500_00 });
  showPayment(anOrder({ test_mode: true, hold_expires_at: inMinutes(20) }));

  const costs = (await screen.findByRole("region", { name: "Cost breakdown" })).textContent;
  for (const amount of ["$4,990.00", "$6,979.00", "$575.77", "$150.00", "$12,694.77", "25 ft"])
    expect(costs).toContain(amount);
  expect(screen.getByText(/You saw/).textContent).toMatch(/\$12,500\.00.*\$12,694\.77/);
  expect(screen.getByText(/^Held until/)).toBeTruthy();
  expect(screen.getByText("Test mode")).toBeTruthy();
});

test.each([
  ["paying", showPayment],
  ["confirming", showConfirm],
])("without an order %s leads to the beginning", (_, show) => {
  noDraft();

  show();

  expect(here()).toBe("/installation-wizard");
});

test("modules that are not in the price are named before the fee is paid", async () => {
  const missing_modules = "Not in the price yet: 2; we quote them before anything is signed.";
  showPayment(anOrder({ missing_modules }));
  const words = `Load management modules for what should stay on: ${missing_modules}`;
  expect(await screen.findByText(words)).toBeTruthy();
});

test("an order of another browser is not shown, and a new one is offered", async () => {
  server.use(http.get("*/api/orders/:id", () => refused(404, "order_not_found")));
  showPayment();

  await screen.findByText("Start a new estimate");
  expect(hrefOf("Start a new estimate")).toBe("/installation-wizard");
});

test("FIN-01.3 FIN-01.5 three agreements are asked for and sent, then the card page", async () => {
  mockCheckout(() => HttpResponse.json({ url: "https://cards.test/pay/1" }, { status: 201 }));
  showPayment();
  await userEvent.click(await payButton());
  for (const [name, error] of [
    [/Terms of Use.*Privacy Policy/, "Please accept the Terms of Use and the Privacy Policy"],
    [/\$100 reservation fee/, "Please confirm that you understand the reservation fee"],
  ] as const)
    expect(describedBy(screen.getByRole("checkbox", { name }))).toBe(error);
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole("checkbox")[0]));
  expect(hrefOf(/Terms of Use/)).toBe("/legal/terms");
  for (const words of [/You saw/, "Test mode"]) expect(screen.queryByText(words)).toBeNull();
  expect(requests).toEqual([]);

  await pay();

  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://cards.test/pay/1"));
  const agreements = {
    terms_accepted: true,
    privacy_policy_accepted: true,
    scheduling_fee_acknowledged: true,
  };
  expect(requests).toEqual([{ orderId: anOrder().id, purpose: "scheduling_fee", agreements }]);
  expect(readDraft().agreements).toEqual({ ...agreements, accepted_at: expect.any(String) });
});

test("FEE-01.2 the box of the fee names every case in which it comes back, and in which it does not", async () => {
  showPayment();
  await payButton();
  const box = screen.getByRole("checkbox", { name: /\$100 reservation fee/ });
  const words = box.closest("label")?.textContent ?? "";
  for (const said of [
    /within 30 days of my final price/,
    /address can’t be served, the permit or HOA approval is denied/,
    /no to a price more than 15% higher/,
    /cancel 24 hours or more ahead, it stays a credit for 30 days/,
    /later, or if nobody is home, I don’t get it back/,
  ])
    expect(words).toMatch(said);
  const bar = screen.getByRole("complementary", { name: "Due today" });
  expect(bar.textContent).toMatch(/Tick both boxes first/);
  expect(bar.textContent).not.toMatch(/above|below/);
});

test("FEE-01.2 a fee that comes back with every cancellation is not said to be kept", async () => {
  showPayment(anOrder({ scheduling_fee: aFee({ refundable: true }) }));
  await payButton();
  const box = screen.getByRole("checkbox", { name: /\$100 reservation fee/ });
  const words = box.closest("label")?.textContent ?? "";
  expect(words).toMatch(/I get it back if I cancel, the address/);
  expect(words).not.toMatch(/kept|stays a credit/);
});

test("cards_down: said plainly, and the button is there again", async () => {
  refusesPayment("cards_down", 503);
  showPayment();

  await pay();

  const alertText = (await screen.findByRole("alert")).textContent;
  expect(alertText).toMatch(/Nothing was charged.*your day is still held.*\(713\) 555-0142/);
  expect((await payButton()).getAttribute("aria-busy")).toBeNull();
});

test("hold_expired leads to another day", async () => {
  refusesPayment("hold_expired", 409);
  showPayment();

  await pay();

  await screen.findByText(/the day has been taken/);
  const link = screen.getByRole("link", { name: "Choose another day" });
  expect(link.getAttribute("href")).toBe("/installation-date");
  link.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  expect(readDraft().scheduling.selected_date).toBeNull();
});

test("already_paid leads to the confirm page", async () => {
  refusesPayment("already_paid", 409);
  showPayment();

  await pay();

  await waitFor(() => expect(here()).toBe(at("/confirm-appointment")));
});

test.each(["paid", "none"] as const)(
  "CONF-01.3 whoever owes nothing (%s) confirms",
  async (status) => {
    showPayment(anOrder({ scheduling_fee: aFee({ status }) }));

    await waitFor(() => expect(here()).toBe(at("/confirm-appointment")));
  },
);

test("a payment that came too late: explained, another day is offered", async () => {
  const { appointment } = anOrder();
  showPayment(anOrder({ appointment: { ...appointment, status: "needs_new_date" } }));

  await screen.findByText(/Your payment arrived/);
  expect(hrefOf("Choose another day")).toBe("/installation-date");
});

test("an ended hold is told, and paying may still take the day back", async () => {
  showPayment(anOrder({ hold_expires_at: null }));

  expect(await screen.findByText("Your hold has ended.")).toBeTruthy();
  expect(await payButton()).toBeTruthy();
});

const clickContinue = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Confirm Appointment" }));

test("CONF-01.1 CONF-01.2 all is shown, then confirmed, also at a second try", async () => {
  mockConfirm(() => refused(500, "unexpected"));
  showConfirm();
  expect(screen.getByRole("heading", { name: "Confirm Your Appointment" })).toBeTruthy();
  expect(await screen.findByText("Thursday, March 5, 2026")).toBeTruthy();
  for (const words of [
    "Morning, 8:30 AM – 12:30 PM",
    "9 Grogans Mill Rd, The Woodlands, TX 77380",
    "$12,694.77",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole("img", { name: /^Map for / })).toBeTruthy();

  await clickContinue();
  await screen.findByText(/We couldn’t confirm it just now/);
  mockConfirm(() => HttpResponse.json({ appointmentId: "1", status: "confirmed" }));
  await clickContinue();

  await waitFor(() => expect(here()).toBe(at("/visit-payment-success")));
  expect(confirmed).toBe(2);
});

test.each([
  ["paid", "It is paid and confirmed. Here is what we have."],
  ["none", "It is confirmed. Here is what we have."],
  ["refunded", "It is confirmed. Here is what we have."],
] as const)("TRUTH-03.1 a confirmed date whose fee is %s", async (status, words) => {
  const { appointment } = anOrder();
  showConfirm(
    anOrder({
      scheduling_fee: aFee({ status }),
      appointment: { ...appointment, status: "confirmed" },
    }),
  );

  expect(await screen.findByText(words)).toBeTruthy();
});

test("TRUTH-03.1 a canceled order is not there to be confirmed", async () => {
  showConfirm(anOrder({ status: "cancelled", scheduling_fee: FREE }));

  expect(await screen.findByText("This reservation was canceled")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Confirm Appointment" })).toBeNull();
});

test("what is confirmed already is not confirmed again", async () => {
  const { appointment } = anOrder();
  const paid = aFee({ status: "paid" });
  showConfirm(
    anOrder({ scheduling_fee: paid, appointment: { ...appointment, status: "confirmed" } }),
  );

  await clickContinue();

  expect(here()).toBe(at("/visit-payment-success"));
  expect(confirmed).toBe(0);
});

test("CONF-01.4 a fee that is due, also at the last moment, leads back to paying it", async () => {
  showConfirm(anOrder());

  await waitFor(() => expect(here()).toBe(at("/finalize-installation")));

  cleanup();
  refusesConfirm("payment_due");
  showConfirm();

  await clickContinue();

  await waitFor(() => expect(here()).toBe(at("/finalize-installation")));
});

test("a day taken meanwhile is told, and another one offered", async () => {
  refusesConfirm("hold_expired");
  showConfirm();

  await clickContinue();

  const link = await screen.findByRole("link", { name: "Choose another day" });
  expect(link.getAttribute("href")).toBe("/installation-date");
});
