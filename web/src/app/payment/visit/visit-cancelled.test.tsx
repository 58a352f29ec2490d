import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Order } from "#features/order-summary/order-loader.tsx";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, serving } from "#test-support.ts";
import { aFee, anOrder, inMinutes, noDraft } from "./visit.fixtures.ts";
import { VisitPaymentCancelled } from "./visit-cancelled.tsx";

const ORDER_ID = anOrder().id;
const DENIALS = [
  "Payment Cancelled",
  "Your site visit payment was not completed",
  /No charges were made/,
  "Try Payment Again",
];
const server = serving();
const orderIs = (order: Order) =>
  server.use(http.get("*/api/orders/:id", () => HttpResponse.json(order)));

beforeEach(noDraft);

const show = (query = `?order=${ORDER_ID}`) => {
  history.replaceState(null, "", `/visit-payment-cancelled${query}`);
  renderInApp(<VisitPaymentCancelled />);
};
const isTitled = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

test.each([
  ["an order whose fee is due", `?order=${ORDER_ID}`],
  ["no order", ""],
])(
  "VPC-01.1 VPC-01.2 VPC-01.3 VPC-01.4 %s: what happened, why, and the ways on",
  async (_, query) => {
    orderIs(anOrder());
    show(query);

    await isTitled("Payment Cancelled");
    expect(screen.getByText("Your site visit payment was not completed")).toBeTruthy();
    expect(screen.getByText(/No charges were made/)).toBeTruthy();
    const reasons = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(reasons).toHaveLength(4);
    expect(reasons.join()).toMatch(
      /window was closed.*back button.*Insufficient funds.*technical issue/,
    );
    expect(hrefOf("(713) 555-0142")).toBe("tel:+17135550142");
    expect(screen.getByText("Monday-Friday, 8 AM - 6 PM CST")).toBeTruthy();
    expect(hrefOf("Try Payment Again")).toBe(`/finalize-installation${query}`);
    expect(hrefOf("Return Home")).toBe("/");
  },
);

test.each([
  [20, 1],
  [-1, 0],
])(
  "TRUTH-01.1 a hold that ends in %i minutes by the server is said %i times",
  async (minutes, times) => {
    orderIs(anOrder({ hold_expires_at: inMinutes(minutes) }));
    show();

    await isTitled("Payment Cancelled");
    expect(screen.queryAllByText(/Your day is still held for you until \d/)).toHaveLength(times);
  },
);

test.each<[Order["scheduling_fee"]["status"], Order["status"], string, RegExp]>([
  ["paid", "scheduled", "Your payment has arrived", /received the reservation fee of \$100\.00/],
  ["paid", "cancelled", "This reservation was canceled", /had received/],
  ["refunded", "scheduled", "Your payment was refunded", /refunded it/],
  ["refunded", "cancelled", "Your payment was refunded", /refunded it/],
  ["returned", "scheduled", "Your bank took this payment back", /no longer have all/],
  ["none", "reserved", "Nothing is due for this visit", /no reservation fee to pay/],
  ["none", "cancelled", "This reservation was canceled", /was not paid/],
])(
  "TRUTH-03.1 a fee that is %s, of an order %s, is not denied",
  async (fee, status, title, said) => {
    orderIs(anOrder({ status, scheduling_fee: aFee({ status: fee }) }));
    show();

    await isTitled(title);
    expect(screen.getByText(said)).toBeTruthy();
    for (const words of DENIALS) expect(screen.queryByText(words)).toBeNull();
    expect(hrefOf("Open my booking")).toBe(`/my-booking?order=${ORDER_ID}`);
  },
);

test.each([
  ["of another browser", 404, "We couldn’t find this reservation"],
  ["that did not load", 500, "Your reservation didn’t load"],
])("TRUTH-03.1 of an order %s nothing is said", async (_, status, title) => {
  server.use(http.get("*/api/orders/:id", () => refused(status, "order_not_found")));
  show();

  expect(await screen.findByText(title)).toBeTruthy();
  await isTitled("Your site visit payment");
  for (const words of DENIALS) expect(screen.queryByText(words)).toBeNull();
});
