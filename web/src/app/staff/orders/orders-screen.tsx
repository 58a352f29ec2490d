import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { type OrderPage, type OrderStatus, staffOrders } from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";
import { buttonLook } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { Screen } from "../shell/screen.tsx";
import { statusTones } from "./order-labels.ts";
import { OrderRows } from "./order-rows.tsx";
import { chipLook } from "./parts.tsx";

/** /staff/orders: search and filter orders, with the next action of each. */
export default function OrdersScreen() {
  const { asked: query, hrefOf, askFor } = useOrderQuery();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["orders", query],
    staleTime: 0,
    queryFn: () => staffOrders.list(query),
    placeholderData: keepPreviousData,
  });

  return (
    <Screen title={m.staff_list_title()}>
      <OrderSearch query={query.q} onSearch={askFor} />
      <OrderFilters query={query} hrefOf={hrefOf} />
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!data && !error && <p role="status">{m.staff_list_loading()}</p>}
      {data && (
        <div
          className="grid min-w-0 gap-2 transition-opacity aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          <OrderResults page={data} query={query} hrefOf={hrefOf} />
        </div>
      )}
    </Screen>
  );
}

type FoundProps = {
  page: OrderPage;
  query: OrderQuery;
  hrefOf: (change: Partial<OrderQuery>) => string;
};

function OrderResults({ page, query, hrefOf }: FoundProps) {
  const { count, orders, pages } = page;
  return (
    <>
      <p role="status" className="text-xs text-quiet">
        {m.staff_list_count({ count, formatted: count.toLocaleString("en-US") })}
      </p>
      {orders.length === 0 && <Nothing query={query} />}
      {orders.length > 0 && <OrderRows orders={orders} />}
      <Paging page={query.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
    </>
  );
}

function Nothing({ query }: { query: OrderQuery }) {
  const isFiltered = query.q !== "" || query.status !== null || query.needsUs || query.page > 1;
  if (!isFiltered) return <p>{m.staff_list_none_yet()}</p>;
  return (
    <p>
      {m.staff_list_none()} {query.q && m.staff_list_none_hint()}{" "}
      <Link href="/orders">{m.staff_list_show_all()}</Link>
    </p>
  );
}

const PAUSE_MS = 250; // long enough to finish a word, short enough to feel immediate

type OrderSearchProps = { query: string; onSearch: (initialQuery: string) => void };

/** Search by anything known about an order; submits itself when typing pauses. */
function OrderSearch({ query: initialQuery, onSearch }: OrderSearchProps) {
  const [text, setText] = useState(initialQuery);
  const [submitted, setSubmitted] = useState(initialQuery);
  const input = useRef<HTMLInputElement>(null);
  useSlashShortcut(input);

  // The URL changed otherwise: back, forward, or "show all".
  if (initialQuery !== submitted) {
    setSubmitted(initialQuery);
    if (text.trim() !== initialQuery) setText(initialQuery);
  }

  useEffect(() => {
    if (text.trim() === initialQuery) return;
    const pause = setTimeout(() => onSearch(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, initialQuery, onSearch]);

  const submitNow = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== initialQuery) onSearch(text);
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

type OrderFiltersProps = { query: OrderQuery; hrefOf: (change: Partial<OrderQuery>) => string };

const CHIPS: readonly { name: string; asks: Pick<OrderQuery, "status" | "needsUs"> }[] = [
  { name: m.staff_list_all(), asks: { status: null, needsUs: false } },
  { name: m.staff_list_needs_action(), asks: { status: null, needsUs: true } },
  ...(Object.keys(statusTones) as OrderStatus[]).map((status) => ({
    name: m.staff_order_status({ status }),
    asks: { status, needsUs: false },
  })),
];

/** Filters of the list: one at a time, each with its own URL. */
function OrderFilters({ query, hrefOf }: OrderFiltersProps) {
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

type PagingProps = { page: number; pages: number; hrefOf: (page: number) => string };

function Paging({ page, pages, hrefOf }: PagingProps) {
  if (pages <= 1) return null;
  return (
    <nav className="flex items-center justify-center gap-4" aria-label={m.staff_list_paging()}>
      {page > 1 && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf(page - 1)}>
          {m.staff_list_newer()}
        </Link>
      )}
      <span>{m.staff_page_of({ page, pages })}</span>
      {page < pages && (
        <Link className={buttonLook("outline", "sm")} href={hrefOf(page + 1)}>
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
  const search = useSearch();
  const [, go] = useLocation();
  const query = parseOrderQuery(search);
  const hrefOf = (change: Partial<OrderQuery>) => hrefFor({ ...query, ...change });

  const setSearch = useCallback(
    (q: string) =>
      go(hrefFor({ ...parseOrderQuery(location.search), q, page: 1 }), { replace: true }),
    [go],
  );
  return { asked: query, hrefOf, askFor: setSearch };
}
