import { Link } from "wouter";
import type { OrderRow } from "#api/staff-orders.ts";
import { windowNames } from "#business/windows.ts";
import { shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { NextTag } from "./next-card.tsx";
import { statusTones } from "./order-labels.ts";
import { Fact } from "./parts.tsx";

const COLUMNS = ["customer", "next", "status", "visit", "money"] as const;

/** One order per line with its next action; on a phone each line is a card. */
export function OrderRows({ orders }: { orders: readonly OrderRow[] }) {
  return (
    <table className="w-full leading-[1.4] max-md:grid md:border-separate md:border-spacing-0 md:rounded-md md:border md:border-line md:bg-surface-raised">
      <thead className="max-md:sr-only">
        <tr>
          {COLUMNS.map((key) => (
            <th
              scope="col"
              className={`border-b border-line px-3 py-2 align-top text-xs font-semibold whitespace-nowrap text-quiet ${
                key === "money" ? "text-end" : "text-start"
              } ${key === "next" ? "md:w-3/10" : ""}`}
              key={key}
            >
              {m.staff_list_column({ column: key })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-2">
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

const CELL =
  "align-top max-md:p-0 md:border-b md:border-line md:px-3 md:py-2 md:in-[tr:last-child]:border-b-0";

// On a phone: customer and status, below them the next action, then visit and money.
const ROW = [
  "relative hover:bg-surface-sunken",
  "has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus",
  "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:gap-y-1 max-md:p-3",
  "max-md:rounded-md max-md:border max-md:border-line max-md:bg-surface-raised max-md:hover:bg-surface-sunken",
].join(" ");

const Row = ({ order }: { order: OrderRow }) => (
  <tr className={ROW}>
    <th scope="row" className={`${CELL} text-start font-normal`}>
      <Link
        className="font-semibold no-underline after:absolute after:inset-0 after:content-[''] hover:underline focus-visible:outline-none"
        href={`/orders/${order.id}`}
      >
        {order.customer_name}
      </Link>
      <Fact>{order.address}</Fact>
    </th>
    <td className={`${CELL} max-md:col-span-full max-md:row-start-2`}>
      <NextTag step={order.next} />
    </td>
    <td className={CELL}>
      <Badge tone={statusTones[order.status]}>
        {m.staff_order_status({ status: order.status })}
      </Badge>
    </td>
    <td className={CELL}>
      <Visit order={order} />
    </td>
    <td className={`${CELL} text-end whitespace-nowrap tabular-nums`}>
      {dollarsAndCents(order.total_cents)}
      <Balance cents={order.balance_cents} />
    </td>
  </tr>
);

function Visit({ order }: { order: OrderRow }) {
  const { day, time_window: window, technician_name: technician } = order;
  if (!day || !window) return <Fact>{m.staff_list_no_visit()}</Fact>;
  return (
    <>
      {shortDay(day)}, {windowNames[window].toLowerCase()}
      <Fact>{technician ?? m.staff_unassigned()}</Fact>
    </>
  );
}

function Balance({ cents }: { cents: number }) {
  if (cents === 0) return null;
  const amount = dollarsAndCents(Math.abs(cents));
  if (cents < 0) return <Fact>{m.staff_list_in_credit({ amount })}</Fact>;
  return (
    <span className="block text-xs font-semibold text-warning">
      {m.staff_list_owed({ amount })}
    </span>
  );
}
