import { keepPreviousData } from "@tanstack/react-query";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { OrderPage, OrderRow } from "#api/staff-orders.ts";
import { windowNames } from "#business/windows.ts";
import { shortDay } from "#lib/dates.ts";
import { wholeNumber } from "#lib/format.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { useIsOnComputer } from "#ui/phone-handoff.tsx";
import { Table } from "#ui/table.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Allowed } from "../session/me.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";
import { useShortcut } from "../shell/use-shortcut.ts";
import { AtOnce } from "./at-once.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { forServer, isFiltered, isNeedsAction, pageOf, useOrderQuery } from "./order-query.ts";
import { Fact, NextTag, statusTones } from "./parts.tsx";

/** /staff/orders: search and filter orders, with the next action of each. */
export default function OrdersScreen() {
  const { query } = useOrderQuery();
  const { data, error, refetch, isPlaceholderData } = useStaffQuery(
    staffKeys.orders.list(query),
    "/api/staff/orders",
    { query: forServer(query) },
    { staleTime: 0, placeholderData: keepPreviousData },
  );

  return (
    <Screen
      title={m.staff_list_title()}
      actions={
        <Allowed to="place_orders">
          <Link className={buttonLook("cta-green", "sm")} href="/new-order">
            {m.staff_call_title()}
          </Link>
        </Allowed>
      }
    >
      <OrderSearch />
      <OrderFilters />
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <p role="status">{m.staff_list_loading()}</p>}
      {data && (
        <div
          className="grid min-w-0 gap-2 transition-opacity aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          <OrderResults page={data} />
        </div>
      )}
    </Screen>
  );
}

function OrderResults({ page: { count, orders, pages } }: { page: OrderPage }) {
  return (
    <>
      <p role="status" className="text-xs text-quiet">
        {m.staff_list_count({ count, formatted: wholeNumber(count) })}
      </p>
      {orders.length === 0 && <Nothing />}
      {orders.length > 0 && <OrderTable key={orders.map(({ id }) => id).join()} orders={orders} />}
      <Paging pages={pages} />
    </>
  );
}

function Nothing() {
  const { query } = useOrderQuery();
  const { q } = query;
  if (!isFiltered(query) && pageOf(query) === 1) return <p>{m.staff_list_none_yet()}</p>;
  return (
    <p>
      {isNeedsAction(query) ? m.staff_list_none_to_do() : m.staff_list_none()}{" "}
      {q && m.staff_list_none_hint()} <Link href="/orders">{m.staff_list_show_all()}</Link>
    </p>
  );
}

const PAUSE_MS = 250; // long enough to finish a word, short enough to feel immediate

/** Search by anything known about an order; submits itself when typing pauses. */
function OrderSearch() {
  const { query, change } = useOrderQuery();
  const [text, setText] = useState(query.q);
  const [submitted, setSubmitted] = useState(query.q);
  const input = useRef<HTMLInputElement>(null);
  const isOnComputer = useIsOnComputer();
  useShortcut("/", () => {
    input.current?.focus();
    input.current?.select();
  });

  // The URL changed otherwise: back, forward, or "show all".
  if (query.q !== submitted) {
    setSubmitted(query.q);
    if (text.trim() !== query.q) setText(query.q);
  }

  const submit = useEffectEvent(() => change({ q: text }));
  useEffect(() => {
    if (text.trim() === query.q) return;
    const pause = setTimeout(() => submit(), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, query.q]);

  const submitNow = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== query.q) change({ q: text });
  };
  return (
    <search>
      <form className="max-w-176" onSubmit={submitNow}>
        <TextField
          size="sm"
          label={m.staff_list_search()}
          hint={m.staff_list_search_hint()}
          placeholder={isOnComputer ? m.staff_list_shortcut() : ""}
          name="q"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={setText}
          inputRef={input}
        />
      </form>
    </search>
  );
}

function Paging({ pages }: { pages: number }) {
  const { query, hrefOf } = useOrderQuery();
  const page = pageOf(query);
  if (pages <= 1) return null;
  return (
    <nav className="flex items-center justify-center gap-4" aria-label={m.staff_list_paging()}>
      {page > 1 && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf({ page: String(page - 1) })}>
          {m.staff_list_newer()}
        </Link>
      )}
      <span>{m.staff_page_of({ page, pages })}</span>
      {page < pages && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf({ page: String(page + 1) })}>
          {m.staff_list_older()}
        </Link>
      )}
    </nav>
  );
}

const COLUMNS = ["customer", "next", "status", "visit", "money"] as const;
type ColumnKey = (typeof COLUMNS)[number];

// What the server sorts by; the next action is computed and cannot be sorted by.
const SORTS: Partial<Record<ColumnKey, string>> = {
  customer: "customer",
  status: "status",
  visit: "visit",
  money: "total",
};

/** The rows, and what is done to those that are ticked. */
function OrderTable({ orders }: { orders: readonly OrderRow[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setTicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const ids = orders.map(({ id }) => id);
  return (
    <>
      <AtOnce ids={ids.filter((id) => ticked.has(id))} onClear={() => setTicked(new Set())} />
      <OrderRows
        orders={orders}
        ticked={ticked}
        onTick={toggle}
        onTickAll={(isTicked) => setTicked(new Set(isTicked ? ids : []))}
      />
    </>
  );
}

type OrderRowsProps = {
  orders: readonly OrderRow[];
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
  onTickAll: (isTicked: boolean) => void;
};

/** One order per line with its next action; on a phone each line is a card. */
function OrderRows({ orders, ticked, onTick, onTickAll }: OrderRowsProps) {
  const { query, hrefOf } = useOrderQuery();
  const tickAll = (
    <Tick
      name={m.staff_list_tick_all()}
      isTicked={ticked.size === orders.length}
      onTick={() => onTickAll(ticked.size < orders.length)}
    />
  );
  const columns = COLUMNS.map((column) => {
    const key = SORTS[column];
    const sort = sortOf(key, query.sort);
    const next = sort === "ascending" ? `-${key}` : key;
    return {
      key: column,
      name: (
        <span className="inline-flex items-center gap-2">
          {column === "customer" && tickAll}
          <ColumnName column={column} sort={sort} href={next && hrefOf({ sort: next, page: "" })} />
        </span>
      ),
      "aria-sort": sort,
      className: `border-b border-line px-3 py-2 align-middle text-xs font-semibold whitespace-nowrap text-quiet ${
        column === "money" ? "text-end" : "text-start"
      } ${column === "next" ? "md:w-3/10" : ""}`,
    };
  });
  return (
    <Table
      className="w-full leading-[1.4] max-md:grid md:border-separate md:border-spacing-0 md:rounded-md md:border md:border-line md:bg-surface-raised"
      columns={columns}
      headClass="max-md:sr-only"
      bodyClass="max-md:grid max-md:gap-2"
    >
      {orders.map((order) => (
        <Row
          key={order.id}
          order={order}
          isTicked={ticked.has(order.id)}
          onTick={() => onTick(order.id)}
        />
      ))}
    </Table>
  );
}

type Sort = "ascending" | "descending" | undefined;

function sortOf(key: string | undefined, sorted: string): Sort {
  if (!key) return undefined;
  if (sorted === key) return "ascending";
  return sorted === `-${key}` ? "descending" : undefined;
}

type ColumnNameProps = { column: ColumnKey; sort: Sort; href: string | undefined };

function ColumnName({ column, sort, href }: ColumnNameProps) {
  const name = m.staff_list_column({ column });
  if (!href) return name;
  return (
    <Link className="text-quiet no-underline hover:underline" href={href}>
      {name}
      {sort === "ascending" && " ↑"}
      {sort === "descending" && " ↓"}
    </Link>
  );
}

type TickProps = { name: string; isTicked: boolean; onTick: () => void };

// Above the link that covers its row.
const Tick = ({ name, isTicked, onTick }: TickProps) => (
  <label className="relative z-1 inline-flex size-8 cursor-pointer items-center justify-center pointer-coarse:size-target">
    <input
      type="checkbox"
      className="size-4.5"
      aria-label={name}
      checked={isTicked}
      onChange={onTick}
    />
  </label>
);

const CELL =
  "align-top max-md:p-0 md:border-b md:border-line md:px-3 md:py-2 md:in-[tr:last-child]:border-b-0";

// On a phone: customer and status, below them the next action, then visit and money.
const ROW = [
  "relative hover:bg-surface-sunken",
  "has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus",
  "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:gap-y-1 max-md:p-3",
  "max-md:rounded-md max-md:border max-md:border-line max-md:bg-surface-raised max-md:hover:bg-surface-sunken",
].join(" ");

type RowProps = { order: OrderRow; isTicked: boolean; onTick: () => void };

const Row = ({ order, isTicked, onTick }: RowProps) => (
  <tr className={ROW}>
    <th scope="row" className={`${CELL} text-start font-normal`}>
      <div className="flex items-start gap-1.5">
        <span className="-mt-1.5 -ms-1.5 flex-none">
          <Tick
            name={m.staff_list_tick({ name: order.customer_name })}
            isTicked={isTicked}
            onTick={onTick}
          />
        </span>
        <div className="min-w-0">
          <Link
            className="font-semibold no-underline after:absolute after:inset-0 after:content-[''] hover:underline focus-visible:outline-none"
            href={`/orders/${order.id}`}
          >
            {order.customer_name}
          </Link>
          <Fact>{order.address}</Fact>
        </div>
      </div>
    </th>
    <td className={`${CELL} max-md:col-span-full max-md:row-start-2`}>
      <NextTag action={order.next} />
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
      <Balance order={order} />
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

function Balance({ order }: { order: OrderRow }) {
  const { balance_cents: cents, transfer_cents: moving, refunding_cents: back } = order;
  if (moving > 0) return <Fact>{m.staff_list_moving({ amount: dollarsAndCents(moving) })}</Fact>;
  if (back > 0) return <Fact>{m.staff_list_moving_back({ amount: dollarsAndCents(back) })}</Fact>;
  if (cents === 0) return null;
  const amount = dollarsAndCents(Math.abs(cents));
  if (cents < 0) return <Fact>{m.staff_list_in_credit({ amount })}</Fact>;
  if (order.next.key === "wait_to_ask") return <Fact>{m.staff_list_owed_later({ amount })}</Fact>;
  return (
    <span className="block text-xs font-semibold text-warning">
      {m.staff_list_owed({ amount })}
    </span>
  );
}
