import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";
import type { OrderStatus } from "#api/staff-orders.ts";
import { statusWords } from "../order-labels.ts";

/** Query of the order list; it is in the URL, so that links and Back repeat it. */
export type OrderQuery = { q: string; status: OrderStatus | null; needsUs: boolean; page: number };

const isStatus = (word: string | null): word is OrderStatus => word !== null && word in statusWords;

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

export function useOrderQuery() {
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
