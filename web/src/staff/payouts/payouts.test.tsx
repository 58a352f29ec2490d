import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { answers, click, mockCall, refused, renderStaff, sent } from "../staff.setup.tsx";
import PayoutsScreen from "./payouts-screen.tsx";

const ID = "7c1d8d2e-0000-4000-8000-000000000001";
const ORDER = {
  order_id: "7c1d8d2e-0000-4000-8000-000000000002",
  order_code: "ABCD2345",
  customer_name: "Ada Lovelace",
};
const PAYOUT = {
  id: ID,
  reference: "po_1",
  status: "paid",
  state: "reconciled",
  amount_cents: 9680,
  sum_cents: 9680,
  fee_cents: 320,
  arrives_on: "2025-11-05",
  differences: [],
};
const LINE = {
  kind: "payment",
  title: "",
  reference: "pi_1",
  at: "2025-11-03T15:00:00Z",
  amount_cents: 10000,
  fee_cents: 320,
  net_cents: 9680,
  expected_cents: 10000,
  difference: null,
  ...ORDER,
};
const PAYOUTS = {
  count: 1,
  page: 1,
  pages: 1,
  payouts: [PAYOUT],
  on_its_way: [{ kind: "refund", at: LINE.at, amount_cents: -3000, ...ORDER }],
  on_its_way_count: 1,
  on_its_way_cents: -3000,
};

const look = (path: string, permissions?: []) =>
  renderStaff(<PayoutsScreen />, {
    path: `/staff${path}`,
    route: "/payouts/:id?",
    ...(permissions && { me: { permissions } }),
  });

const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole("row", { name }))
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

test("OPS-20.4 each payout says when it arrives, what it cost and whether it agrees", async () => {
  answers("/payouts", PAYOUTS);
  look("/payouts");

  expect(await cellsOf(/po_1/)).toEqual(["Nov 5, 2025", "$96.80", "$3.20", "Reconciled"]);
  expect(screen.getByText("Not paid out yet: 1 entry, -$30.00")).toBeTruthy();
  expect(await cellsOf(/Ada Lovelace/)).toContain("Refund");
  expect(screen.getByRole("button", { name: /journal for quickbooks/i })).toBeTruthy();
});

test("who may not export is not offered the files, and nothing is said to be there", async () => {
  answers("/payouts", { ...PAYOUTS, payouts: [], on_its_way: [], on_its_way_count: 0 });
  look("/payouts", []);

  expect(await screen.findByText(/No payouts yet/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /download/i })).toBeNull();
});

test("a payout that differs says where, with a link to the order", async () => {
  const lines = [
    { ...LINE, amount_cents: 9000, difference: "other_amount" },
    {
      ...LINE,
      kind: "other",
      title: "Reserve",
      reference: "txn_2",
      order_id: null,
      expected_cents: null,
      difference: "unknown",
    },
    { ...LINE, kind: "fee", reference: "txn_3", order_id: null, expected_cents: null },
  ];
  const differences = ["other_amount", "unknown", "sum"];
  answers(`/payouts/${ID}`, { ...PAYOUT, state: "different", differences, lines });
  look(`/payouts/${ID}`);

  const [first] = await screen.findAllByRole("link", { name: "Ada Lovelace" });
  expect(first?.getAttribute("href")).toBe(`/staff/orders/${ORDER.order_id}#money`);
  expect(screen.getByText("The books say $100.00")).toBeTruthy();
  expect(screen.getByText("The lines do not add up")).toBeTruthy();
  expect(await cellsOf(/Reserve/)).toContain("Not about a payment");
  expect(await cellsOf(/No order/)).toContain("Matches");
});

test("of a payout made by hand there are no lines, and why is said", async () => {
  answers(`/payouts/${ID}`, { ...PAYOUT, state: "manual", lines: [] });
  look(`/payouts/${ID}`);

  expect(await screen.findByText(/Turn on automatic payouts/)).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("new payouts are looked for at once, and a provider that is down is said to be", async () => {
  answers("/payouts", { ...PAYOUTS, page: 2, pages: 3 });
  mockCall("post", "/payouts", () => HttpResponse.json({ read: 1 }));
  look("/payouts?page=2");

  await click("Check for new payouts");
  expect(await screen.findByText("Payouts are up to date.")).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Older" })).toBeTruthy();

  mockCall("post", "/payouts", () => refused(503, "cards_down"));
  await click("Check for new payouts");
  expect(
    await screen.findByText("Something went wrong on our side. Please try again."),
  ).toBeTruthy();
});
