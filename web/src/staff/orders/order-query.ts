/** The query of the list of orders. It is in the address, so that links, Back and saved filters repeat it. */

import { useLocation, useSearch } from "wouter";
import type { OrderListQuery } from "#api/staff-orders.ts";
import { centsIn } from "#lib/money.ts";

const FILTERS = [
  "status",
  "needs",
  "next_action",
  "from",
  "to",
  "created_from",
  "created_to",
  "place",
  "technician",
  "balance",
  "least",
  "most",
] as const;
const KEYS = ["q", ...FILTERS, "sort", "page"] as const;

/** Each part as it stands in the address; empty where it does not filter. */
export type OrderQuery = Record<(typeof KEYS)[number], string>;

export function parseOrderQuery(search: string): OrderQuery {
  const params = new URLSearchParams(search);
  return Object.fromEntries(KEYS.map((key) => [key, params.get(key) ?? ""])) as OrderQuery;
}

function searchFor(query: OrderQuery): string {
  const params = new URLSearchParams();
  for (const key of KEYS) {
    const value = query[key].trim();
    if (value && !(key === "page" && value === "1")) params.set(key, value);
  }
  return params.toString();
}

export const hrefFor = (query: OrderQuery): string => {
  const search = searchFor(query);
  return `/orders${search && `?${search}`}`;
};

/** The filter without what was searched for and the page: what can be saved. */
export const filterOf = (query: OrderQuery): string => searchFor({ ...query, q: "", page: "" });

export const pageOf = ({ page }: OrderQuery): number => Math.max(1, Math.trunc(Number(page)) || 1);

export const isFiltered = (query: OrderQuery): boolean =>
  query.q !== "" || FILTERS.some((key) => query[key] !== "");

/** Whether it asks for whatever waits for staff, and for nothing else. */
export const isNeedsAction = (query: OrderQuery): boolean =>
  query.needs === "us" && !isFiltered({ ...query, needs: "" }) && pageOf(query) === 1;

/** How many filters beside the chips and the search are set. */
export const moreFilters = (query: OrderQuery): number =>
  FILTERS.filter((key) => key !== "status" && key !== "needs" && query[key] !== "").length;

/** The same for the server, which judges each value. */
export function forServer(query: OrderQuery): OrderListQuery {
  const { from, to, needs, least, most, page: _page, ...rest } = query;
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  return {
    ...set,
    ...(from && { from }),
    ...(to && { to }),
    ...(needs && { needs: needs === "us" ? "staff" : "customer" }),
    ...(least && { least_cents: centsIn(least) ?? 0 }),
    ...(most && { most_cents: centsIn(most) ?? 0 }),
    page: pageOf(query),
  };
}

export function useOrderQuery() {
  const [, navigate] = useLocation();
  const query = parseOrderQuery(useSearch());
  const hrefOf = (change: Partial<OrderQuery>) => hrefFor({ ...query, ...change });
  return {
    query,
    hrefOf,
    /** Every change but one of the page begins at the first page again. */
    change: (change: Partial<OrderQuery>) =>
      navigate(hrefOf({ page: "", ...change }), { replace: true }),
  };
}
