import { Link } from "wouter";
import type { OrderRow } from "#api/staff-orders.ts";
import { shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { statusTones, statusWords, windowWords } from "../order-labels.ts";
import { NextTag } from "../order-next/next-tag.tsx";
import { listWords as words } from "./copy.ts";
import "./list.css";

const { columns } = words;

/** One order per line with its next action; on a phone each line is a card. */
export function OrderRows({ orders }: { orders: readonly OrderRow[] }) {
  return (
    <table className="orders">
      <thead>
        <tr>
          {Object.entries(columns).map(([key, name]) => (
            <th scope="col" key={key} data-column={key}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

const Row = ({ order }: { order: OrderRow }) => (
  <tr className="orders__row">
    <th scope="row" data-column="customer">
      <Link
        className="font-semibold no-underline after:absolute after:inset-0 after:content-[''] hover:underline focus-visible:outline-none"
        href={`/orders/${order.id}`}
      >
        {order.customer_name}
      </Link>
      <span className="orders__fact">{order.address}</span>
    </th>
    <td data-column="next">
      <NextTag step={order.next} />
    </td>
    <td data-column="status">
      <Badge tone={statusTones[order.status]}>{statusWords[order.status]}</Badge>
    </td>
    <td data-column="visit">
      <Visit order={order} />
    </td>
    <td data-column="money">
      {dollarsAndCents(order.total_cents)}
      <Balance cents={order.balance_cents} />
    </td>
  </tr>
);

function Visit({ order }: { order: OrderRow }) {
  const { day, time_window: window, technician_name: technician } = order;
  if (!day || !window) return <span className="orders__fact">{words.noVisit}</span>;
  return (
    <>
      {shortDay(day)}, {windowWords[window].toLowerCase()}
      <span className="orders__fact">{technician ?? words.nobody}</span>
    </>
  );
}

function Balance({ cents }: { cents: number }) {
  if (cents === 0) return null;
  const amount = dollarsAndCents(Math.abs(cents));
  return (
    <span className="orders__fact" data-owed={cents > 0 || undefined}>
      {cents > 0 ? words.owed(amount) : words.inCredit(amount)}
    </span>
  );
}
