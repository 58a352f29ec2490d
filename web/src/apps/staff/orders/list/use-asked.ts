import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";
import type { OrderStatus } from "#lib/api/staff-orders.ts";
import { statusWords } from "../order-words.ts";

/** What the list is asked for; it lives in the address, so that a link or "back" asks the same. */
export type Asked = { q: string; status: OrderStatus | null; needsUs: boolean; page: number };

const isStatus = (word: string | null): word is OrderStatus => word !== null && word in statusWords;

function askedIn(search: string): Asked {
  const said = new URLSearchParams(search);
  const status = said.get("status");
  return {
    q: said.get("q") ?? "",
    status: isStatus(status) ? status : null,
    needsUs: said.get("needs") === "us",
    page: Math.max(1, Math.trunc(Number(said.get("page"))) || 1),
  };
}

function hrefFor({ q, status, needsUs, page }: Asked): string {
  const said = new URLSearchParams();
  if (q.trim()) said.set("q", q.trim());
  if (status) said.set("status", status);
  if (needsUs) said.set("needs", "us");
  if (page > 1) said.set("page", String(page));
  const search = said.toString();
  return `/orders${search && `?${search}`}`;
}

export function useAsked() {
  const search = useSearch();
  const [, go] = useLocation();
  const asked = askedIn(search);
  const hrefOf = (change: Partial<Asked>) => hrefFor({ ...asked, ...change });

  const askFor = useCallback(
    (q: string) => go(hrefFor({ ...askedIn(location.search), q, page: 1 }), { replace: true }),
    [go],
  );
  return { asked, hrefOf, askFor };
}
