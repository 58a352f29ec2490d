import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, serving } from "#test-support.ts";
import OrderPaid from "./order-paid.tsx";
import type { PaidOrder } from "./use-paid-order.ts";

const SESSION = "cs_test_a1B2c3D4e5F6";
const LOADING = { selector: "span:not(.sr-only)" };
const PROPOSAL = { type: "general_proposal", url: "/api/files/7", title: "Proposal" } as const;

const anOrder = (change: Partial<PaidOrder> = {}): PaidOrder => ({
  id: "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f",
  code: "SB-7K3F9",
  appointment: null,
  customer: { name: "Ada Lovelace", email: "ada@example.org", phone: "7135550199" },
  generator: { brand: "Generac", model: "Guardian", kw: 22 },
  package: { name: "Standard Installation", max_distance_feet: 25 },
  order_location: { formatted_address: "9 Grogans Mill Rd, The Woodlands, TX 77380" },
  total_cents: 12_694_77,
  payment_cents: 3_173_69,
  total_paid_cents: 3_173_69,
  paid_cents: 3_173_69,
  surcharge_cents: 0,
  files: [PROPOSAL],
  order_files: [],
  status: "paid",
  order_status: "accepted",
  ...change,
});

const requests: string[] = [];
const server = serving();
const answers = (...responses: (() => Response)[]) =>
  server.use(
    http.get("*/api/checkout-sessions/:id/order", ({ params }) => {
      requests.push(String(params.id));
      return (responses[requests.length - 1] ?? responses.at(-1))?.();
    }),
  );
const mailIs = (outcome: string, kind = "payment_received") =>
  server.use(
    http.get("*/api/my-booking/messages", () =>
      HttpResponse.json([{ id: 1, kind, channel: "email", outcome, at: "2026-03-01T12:00:00Z" }]),
    ),
  );
const is =
  (change: Partial<PaidOrder> = {}) =>
  () =>
    HttpResponse.json(anOrder(change));

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  answers(is());
  mailIs("delivered");
});
afterEach(() => vi.useRealTimers());

const show = (query = `?sessionId=${SESSION}`) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  open(query);
};
const open = (query = `?sessionId=${SESSION}`) => {
  history.replaceState({ kept: 1 }, "", `/order-payment-success${query}`);
  renderInApp(<OrderPaid />);
};
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
  }
  vi.useRealTimers();
};
const heading = () =>
  screen.findByRole("heading", { name: "Payment Successful!" }, { timeout: 15_000 });
const success = async () => {
  await pass(3);
  await heading();
};

test("OPS-01.1 'Processing your payment...' for at least 2 s, then the confetti", async () => {
  const startedAt = Date.now();
  open();
  expect(screen.getByText("Processing your payment...", LOADING)).toBeTruthy();

  await heading();

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1990);
  await vi.waitFor(() => expect(document.querySelector("canvas")).toBeTruthy(), {
    timeout: 15_000,
  });
});

test("OPS-01.3 no 'Download Proposal PDF' for another file; one's own generator", async () => {
  answers(is({ generator: null, files: [{ ...PROPOSAL, type: "hoa_packet" as const }] }));
  show();
  await success();

  expect(screen.queryByText("Download Proposal PDF")).toBeNull();
  expect(screen.getByText("Your own generator")).toBeTruthy();
});

test("OPS-01.2 OPS-01.3 OPS-01.4 OPS-01.5 the page; its session leaves the address", async () => {
  show();
  expect(location.pathname + location.search).toBe("/order-payment-success");
  expect(history.state).toEqual({ kept: 1, paidSession: SESSION });
  await success();

  expect(requests).toEqual([SESSION]);
  expect(screen.getByRole("heading", { name: "Order Summary" })).toBeTruthy();
  for (const words of [
    "Ada Lovelace",
    "ada@example.org",
    "9 Grogans Mill Rd, The Woodlands, TX 77380",
    "Standard Installation",
    "Generac Guardian, 22 kW",
  ])
    expect(screen.getByText(words)).toBeTruthy();
  const paid = screen.getAllByRole("term").map((term) => term.parentElement?.textContent);
  expect(paid.at(-1)).toBe("Total Paid$3,173.69");
  expect(hrefOf("Download Proposal PDF")).toBe(`/api/files/7?order=${anOrder().id}`);
  const list = screen.getByRole("heading", { name: "What's Next?" }).parentElement;
  expect(list?.querySelectorAll("li")).toHaveLength(4);
  expect(list?.textContent).toContain("within 24-48 hours");
  expect(list?.textContent).toContain("Your receipt was sent to ada@example.org");
  expect(screen.getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "hello@standby.example" })).toBeTruthy();
  expect(screen.getByText("cs_test_a1B2").parentElement?.textContent).toContain("Reference ID");
  expect(hrefOf("Back to Home")).toBe("/tx/houston/home-generator-installation");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("Step 5 of 5");
});

test.each([
  ["kept", "Not sent by email: no mail server is connected. It is in My booking"],
  ["queued", "Your receipt is waiting to be sent to ada@example.org"],
  ["dead", "The email to ada@example.org could not be sent."],
  ["undelivered", "The email to ada@example.org came back."],
  ["opted_out", "Not sent by email: you turned emails off."],
  ["out_of_date", "It is in My booking, with this payment"],
])("TRUTH-03.3 a receipt whose email is %s is not said to be sent", async (outcome, words) => {
  mailIs(outcome);
  show();
  await success();

  expect(await screen.findByText(new RegExp(words), {}, { timeout: 15_000 })).toBeTruthy();
  expect(screen.queryByText(/Your receipt was sent/)).toBeNull();
});

test("where no receipt was mailed, or nobody may know, none is said to be", async () => {
  mailIs("delivered", "date_confirmed");
  show();
  await success();

  expect(await screen.findByText(/It is in My booking, with this payment/)).toBeTruthy();
  expect(screen.queryByText("A confirmation by email")).toBeNull();
});

const noSuccess = () => {
  expect(screen.queryByText("Payment Successful!")).toBeNull();
  expect(document.querySelector("canvas")).toBeNull();
  for (const words of ["Order Summary", "What's Next?", /We have your payment/, /Total Paid/])
    expect(screen.queryByText(words)).toBeNull();
};
const isTitled = (name: string) =>
  screen.findByRole("heading", { level: 1, name }, { timeout: 15_000 });

test("TRUTH-03.1 without a sessionId no payment is claimed, and nobody asked", async () => {
  show("");
  await pass(3);

  await isTitled("We couldn’t find this payment");
  noSuccess();
  expect(screen.queryByText(/Reference ID/)).toBeNull();
  expect(hrefOf("My booking")).toBe("/my-booking");
  expect(requests).toEqual([]);
});

test.each([
  ["an unknown session", () => refused(404, "order_not_found"), /find this payment/, 0],
  ["a failed query", () => refused(500, "unexpected"), /check this payment/, 1],
  ["no answer", () => HttpResponse.error(), /check this payment/, 1],
])("OPS-01.6 TRUTH-03.1 %s: no success, the reference", async (_, failed, title, times) => {
  answers(failed);
  show();
  await pass(3);

  await screen.findByRole("heading", { level: 1, name: title }, { timeout: 15_000 });
  noSuccess();
  expect(screen.getByText("cs_test_a1B2")).toBeTruthy();
  expect(screen.queryAllByRole("button", { name: "Check again" })).toHaveLength(times);
});

test.each<[PaidOrder["status"], PaidOrder["order_status"], string]>([
  ["unpaid", "accepted", "This payment wasn’t completed"],
  ["failed", "accepted", "Your bank transfer didn’t go through"],
  ["replaced", "accepted", "This payment page was replaced"],
  ["canceled", "cancelled", "This order is canceled"],
  ["paid", "cancelled", "This order is canceled"],
  ["disputed", "scheduled", "Your bank is holding this payment"],
  ["refunded", "scheduled", "This payment goes back to you"],
  ["returned", "scheduled", "Your bank took this payment back"],
])("TRUTH-03.1 a page that is %s, of an order %s, is no success", async (status, order, title) => {
  answers(is({ status, order_status: order }));
  show();
  await pass(3);

  await isTitled(title);
  noSuccess();
  expect(requests).toHaveLength(1);
  expect(hrefOf("My booking")).toBe(`/my-booking?order=${anOrder().id}`);
});

test("TRUTH-03.1 what is already done is not said to come", async () => {
  answers(is({ order_status: "equipment_arrived" }));
  show();
  await success();
  expect(screen.queryByText(/order what your installation needs/)).toBeNull();
  expect(screen.getByText("Installation day")).toBeTruthy();
});

test("TRUTH-03.1 after the last payment no installation is said to come", async () => {
  answers(is({ order_status: "completed" }));
  show();
  await success();
  for (const words of [/order what your installation needs/, "Installation day"])
    expect(screen.queryByText(words)).toBeNull();
  const list = screen.getByRole("heading", { name: "What's Next?" }).parentElement;
  expect(list?.querySelectorAll("li")).toHaveLength(4);
});

test("a payment that could not be checked is asked for again by a press", async () => {
  answers(() => refused(500, "unexpected"), is());
  show();
  await pass(3);
  await isTitled("We couldn’t check this payment");

  await userEvent.click(screen.getByRole("button", { name: "Check again" }));

  expect(await heading()).toBeTruthy();
});

test("a payment still on its way is asked for again", async () => {
  answers(is({ status: "processing" }), is());
  show();
  await pass(4);

  expect(await screen.findByText("Total Paid", {}, { timeout: 15_000 })).toBeTruthy();
  expect(requests).toHaveLength(2);
});

test("OPS-21.2 a payment that stays on its way is not called successful", async () => {
  answers(is({ status: "processing" }));
  show();
  await pass(24);

  expect(await screen.findByRole("heading", { name: "Your payment is on its way" })).toBeTruthy();
  expect(screen.queryByText("Payment Successful!")).toBeNull();
  expect(screen.getByRole("button", { name: "Check again" })).toBeTruthy();
});

test("TRUTH-04.1 what was paid now stands apart from what was paid in all", async () => {
  answers(is({ payment_cents: 6_834_51, total_paid_cents: 10_351_29, paid_cents: 10_351_29 }));
  show();
  await pass(3);

  const lines = screen.getAllByRole("term").map((term) => term.parentElement?.textContent);
  expect(lines.slice(-2)).toEqual(["This payment$6,834.51", "Total Paid$10,351.29"]);
});

test("TRUTH-04.1 what paying by credit card added has its own line above the total paid", async () => {
  answers(is({ total_paid_cents: 3_268_90, paid_cents: 3_173_69, surcharge_cents: 95_21 }));
  show();
  await pass(3);

  const lines = screen.getAllByRole("term").map((term) => term.parentElement?.textContent);
  expect(lines.slice(-3)).toEqual([
    "Toward your installation$3,173.69",
    "Credit card surcharge$95.21",
    "Total Paid$3,268.90",
  ]);
});
