/** What of the trail is looked at: it stands in the address, and names none but staff. */
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { staffTrail, type TrailAsked } from "#lib/api/staff-trail.ts";

const ON_A_PAGE = 50;
const AN_ID = /^[0-9a-f-]{36}$/i;

export function useAsked() {
  const [query, setQuery] = useSearchParams();
  const order = query.get("order") ?? "";
  const asked: TrailAsked = {
    actor: query.get("who") ?? "",
    order_id: AN_ID.test(order) ? order : null,
    from: query.get("from") || null,
    to: query.get("to") || null,
    looks: query.get("looks") !== "no",
    page: Math.max(1, Number(query.get("page")) || 1),
  };
  return { asked, ask: (next: TrailAsked) => setQuery(wordsOf(next)), hrefOf };
}

/** The trail's address for this. */
const hrefOf = (asked: TrailAsked): string => `/trail?${new URLSearchParams(wordsOf(asked))}`;

function wordsOf({ actor, order_id, from, to, looks, page }: TrailAsked): Record<string, string> {
  const told = {
    who: actor,
    order: order_id ?? "",
    from: from ?? "",
    to: to ?? "",
    looks: looks ? "" : "no",
    page: page > 1 ? String(page) : "",
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ""));
}

export const useTrail = (asked: TrailAsked) =>
  useQuery({
    queryKey: ["trail", asked],
    queryFn: () => staffTrail.look(asked),
    placeholderData: keepPreviousData,
  });

export const useVerify = () => useMutation({ mutationFn: () => staffTrail.verify() });

export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / ON_A_PAGE));
