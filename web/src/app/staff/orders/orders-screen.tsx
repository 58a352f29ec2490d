import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { type OrderPage, type OrderRow, type OrderStatus, staffOrders } from "#api/staff-orders.ts";
import { windowNames } from "#business/windows.ts";
import { shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Allowed } from "../session/me.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";
import { chipLook, Fact, NextTag, statusTones } from "./parts.tsx";

/** /staff/orders: search and filter orders, with the next action of each. */
export default function OrdersScreen() {
  const { query } = useOrderQuery();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["orders", query],
    staleTime: 0,
    queryFn: () => staffOrders.list(query),
    placeholderData: keepPreviousData,
  });

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
        {m.staff_list_count({ count, formatted: count.toLocaleString("en-US") })}
      </p>
      {orders.length === 0 && <Nothing />}
      {orders.length > 0 && <OrderRows orders={orders} />}
      <Paging pages={pages} />
    </>
  );
}

function Nothing() {
  const { q, status, needsUs, page } = useOrderQuery().query;
  const isFiltered = q !== "" || status !== null || needsUs || page > 1;
  if (!isFiltered) return <p>{m.staff_list_none_yet()}</p>;
  return (
    <p>
      {m.staff_list_none()} {q && m.staff_list_none_hint()}{" "}
      <Link href="/orders">{m.staff_list_show_all()}</Link>
    </p>
  );
}

const PAUSE_MS = 250; // long enough to finish a word, short enough to feel immediate

/** Search by anything known about an order; submits itself when typing pauses. */
function OrderSearch() {
  const { query, search } = useOrderQuery();
  const [text, setText] = useState(query.q);
  const [submitted, setSubmitted] = useState(query.q);
  const input = useRef<HTMLInputElement>(null);
  useSlashShortcut(input);

  // The URL changed otherwise: back, forward, or "show all".
  if (query.q !== submitted) {
    setSubmitted(query.q);
    if (text.trim() !== query.q) setText(query.q);
  }

  const submit = useEffectEvent(() => search(text));
  useEffect(() => {
    if (text.trim() === query.q) return;
    const pause = setTimeout(() => submit(), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, query.q]);

  const submitNow = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== query.q) search(text);
  };
  return (
    <search>
      <form className="max-w-176" onSubmit={submitNow}>
        <TextField
          size="sm"
          label={m.staff_list_search()}
          hint={m.staff_list_search_hint()}
          placeholder={m.staff_list_shortcut()}
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

// The key `/` focuses the search, unless the user is typing elsewhere.
function useSlashShortcut(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}

const CHIPS: readonly { name: string; asks: Pick<OrderQuery, "status" | "needsUs"> }[] = [
  { name: m.staff_list_all(), asks: { status: null, needsUs: false } },
  { name: m.staff_list_needs_action(), asks: { status: null, needsUs: true } },
  ...(Object.keys(statusTones) as OrderStatus[]).map((status) => ({
    name: m.staff_order_status({ status }),
    asks: { status, needsUs: false },
  })),
];

/** Filters of the list: one at a time, each with its own URL. */
function OrderFilters() {
  const { query, hrefOf } = useOrderQuery();
  return (
    <nav className="flex flex-wrap gap-1.5" aria-label={m.staff_list_filters()}>
      {CHIPS.map(({ name, asks }) => {
        const isChosen = query.status === asks.status && query.needsUs === asks.needsUs;
        return (
          <Link
            key={name}
            className={chipLook(isChosen)}
            href={hrefOf({ ...asks, page: 1 })}
            aria-current={isChosen ? "page" : undefined}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

function Paging({ pages }: { pages: number }) {
  const { query, hrefOf } = useOrderQuery();
  const { page } = query;
  if (pages <= 1) return null;
  return (
    <nav className="flex items-center justify-center gap-4" aria-label={m.staff_list_paging()}>
      {page > 1 && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf({ page: page - 1 })}>
          {m.staff_list_newer()}
        </Link>
      )}
      <span>{m.staff_page_of({ page, pages })}</span>
      {page < pages && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf({ page: page + 1 })}>
          {m.staff_list_older()}
        </Link>
      )}
    </nav>
  );
}

/** Query of the order list; it is in the URL, so that links and Back repeat it. */
type OrderQuery = { q: string; status: OrderStatus | null; needsUs: boolean; page: number };

const isStatus = (word: string | null): word is OrderStatus => word !== null && word in statusTones;

function parseOrderQuery(search: string): OrderQuery {
  const params = new URLSearchParams(search);
  const status = params.get("status");
  return {
    q: params.get("q") ?? "",
    status: isStatus(status) ? status : null,
    needsUs: params.get("needs") === "us",
    page: Math.max(1, Math.trunc(Number(params.get("page"))) || 1),
  };
}

function hrefFor({ q, status, needsUs, page }: OrderQuery): string {
  const params = new URLSearchParams();
  if (q.trim()) params.set("q", q.trim());
  if (status) params.set("status", status);
  if (needsUs) params.set("needs", "us");
  if (page > 1) params.set("page", String(page));
  const search = params.toString();
  return `/orders${search && `?${search}`}`;
}

function useOrderQuery() {
  const [, navigate] = useLocation();
  const query = parseOrderQuery(useSearch());
  return {
    query,
    hrefOf: (change: Partial<OrderQuery>) => hrefFor({ ...query, ...change }),
    search: (q: string) => navigate(hrefFor({ ...query, q, page: 1 }), { replace: true }),
  };
}

const COLUMNS = ["customer", "next", "status", "visit", "money"] as const;

/** One order per line with its next action; on a phone each line is a card. */
function OrderRows({ orders }: { orders: readonly OrderRow[] }) {
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
