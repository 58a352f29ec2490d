import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { anEntry, DUE_ENTRIES, ENTRIES, MILESTONES } from "#fixtures/my-booking.ts";
import { answers, renderStaff } from "../staff.setup.tsx";
import { aNextAction, aPayment, aRow, part, serveOrder, showOrder } from "./orders.setup.tsx";
import OrdersScreen from "./orders-screen.tsx";

const SINCE = "2026-11-25T16:00:00Z";
const DUE = 3_073_69;

test("OPS-21.2 the list of orders says of a transfer and a refund that they are on their way", async () => {
  answers("/saved-filters", []);
  answers("/board", { today: "2026-12-01", now: "", days: [], waiting: [], technicians: [] });
  const rows = [
    aRow({ customer_name: "Ada Lovelace", balance_cents: DUE, transfer_cents: DUE }),
    aRow({
      id: "2f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f",
      customer_name: "Tom Kilburn",
      balance_cents: -100_00,
      refunding_cents: 100_00,
    }),
  ];
  answers("/orders", { count: 2, page: 1, pages: 1, orders: rows });
  renderStaff(<OrdersScreen />, { path: "/staff/orders" });

  const ada = within(await screen.findByRole("row", { name: /Ada Lovelace/ }));
  const tom = within(screen.getByRole("row", { name: /Tom Kilburn/ }));
  expect(ada.getByText("$3,073.69 on its way")).toBeTruthy();
  expect(ada.queryByText(/due$/)).toBeNull();
  expect(tom.getByText("$100.00 on its way back")).toBeTruthy();
  expect(tom.queryByText(/in credit/)).toBeNull();
});

test("OPS-21.2 the order says since when a transfer is on its way, and calls nothing due", async () => {
  const [first, ...others] = MILESTONES;
  serveOrder(
    { status: "accepted", balance_cents: DUE },
    {
      balance_cents: DUE,
      entries: DUE_ENTRIES,
      milestones: [{ ...(first as (typeof MILESTONES)[number]), transfer_since: SINCE }, ...others],
      payments: [
        aPayment({
          purpose: "milestone_acceptance",
          method: "bank",
          status: "due",
          amount_cents: DUE,
          left_cents: 0,
          transfer_since: SINCE,
        }),
      ],
    },
  );
  await showOrder();

  const head = within(part("Ada Lovelace"));
  expect(await head.findByText("On its way")).toBeTruthy();
  expect(head.queryByText("Due now")).toBeNull();
  const money = within(part("Money"));
  expect(money.getAllByText("On its way")).toHaveLength(2);
  expect(money.getAllByText(/on its way since Wed, Nov 25/)).toHaveLength(2);
  expect(money.queryByText(/due by/)).toBeNull();
});

test("OPS-21.2 the order says since when a refund is on its way, also once the provider sent it", async () => {
  serveOrder(
    { status: "cancelled" },
    {
      balance_cents: -100_00,
      entries: [...ENTRIES, anEntry("reversal", -100_00)],
      refunding_cents: 100_00,
      refunds: [
        {
          id: "f0000000-0000-4000-8000-000000000001",
          payment_id: aPayment().id,
          amount_cents: 100_00,
          status: "sent",
          at: SINCE,
          reason: "Canceled",
          is_on_its_way: true,
          last_error: "",
          provider_ref: "re_1",
        },
      ],
    },
  );
  await showOrder();

  expect(await within(part("Ada Lovelace")).findByText("On its way back")).toBeTruthy();
  const money = within(part("Money"));
  expect(money.getByText("On its way")).toBeTruthy();
  expect(money.getByText(/On its way since Wed, Nov 25/)).toBeTruthy();
  expect(money.queryByRole("button", { name: "Send the refund again" })).toBeNull();
});

test("the head says of an account without a balance that nothing is due, and names no $0.00", async () => {
  serveOrder({ status: "scheduled" }, { balance_cents: 0 });
  await showOrder();

  const head = within(part("Ada Lovelace"));
  expect((await head.findByText("Due now")).nextElementSibling?.textContent).toBe("Nothing");
});

test("what is asked for after the cancellation period is not called due now", async () => {
  const later = aNextAction({
    key: "wait_to_ask",
    waits_for: "nobody",
    title: "The cancellation period runs",
    how: "We ask for 25% of the price when it ends. Nothing to do yet.",
  });
  serveOrder(
    { status: "accepted", next_actions: [later] },
    { balance_cents: DUE, entries: DUE_ENTRIES },
  );
  await showOrder();

  const head = within(part("Ada Lovelace"));
  const due = await head.findByText("Due after the cancellation period");
  expect(due.nextElementSibling?.textContent).toBe("$3,073.69");
  expect(head.queryByText("Due now")).toBeNull();
});

test("the list calls due later what is asked for after the cancellation period", async () => {
  answers("/saved-filters", []);
  answers("/board", { today: "2026-12-01", now: "", days: [], waiting: [], technicians: [] });
  const next = aNextAction({ key: "wait_to_ask", title: "The cancellation period runs" });
  answers("/orders", {
    count: 1,
    page: 1,
    pages: 1,
    orders: [aRow({ customer_name: "Ada Lovelace", balance_cents: DUE, next })],
  });
  renderStaff(<OrdersScreen />, { path: "/staff/orders" });

  const ada = within(await screen.findByRole("row", { name: /Ada Lovelace/ }));
  expect(ada.getByText("$3,073.69 due later")).toBeTruthy();
});
