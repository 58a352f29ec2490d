import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hrefOf, refused, serving } from "#test-support.ts";
import { renderInApp } from "../../app.setup.tsx";
import OrderPaid, { type PaidOrder } from "./order-paid.tsx";

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
  total_paid_cents: 3_173_69,
  paid_cents: 3_173_69,
  surcharge_cents: 0,
  files: [PROPOSAL],
  order_files: [],
  status: "paid",
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
    "Total Paid",
    "$3,173.69",
  ])
    expect(screen.getByText(words)).toBeTruthy();
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

test("without a sessionId: the success, no summary, nobody asked", async () => {
  show("");
  await success();

  expect(screen.queryByText("Order Summary")).toBeNull();
  expect(screen.queryByText(/Reference ID/)).toBeNull();
  expect(requests).toEqual([]);
});

test.each([
  ["an unknown session", () => refused(404, "order_not_found")],
  ["a failed query", () => refused(500, "unexpected")],
  ["no answer", () => HttpResponse.error()],
])("OPS-01.6 %s: the success without the summary, with the reference", async (_, failed) => {
  answers(failed);
  show();
  await success();

  expect(screen.queryByText("Order Summary")).toBeNull();
  expect(screen.getByText("cs_test_a1B2")).toBeTruthy();
});

test("a payment still on its way is asked for again", async () => {
  answers(is({ status: "processing" }), is());
  show();
  await pass(4);

  expect(await screen.findByText("$3,173.69", {}, { timeout: 15_000 })).toBeTruthy();
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
