// The filters are in the URL, which therefore names staff only, never a customer.
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { type AuditLogQuery, staffAuditLog } from "#api/staff-audit-log.ts";

const ON_A_PAGE = 50;
const AN_ID = /^[0-9a-f-]{36}$/i;

export function useAuditLogQuery() {
  const [query, setQuery] = useSearchParams();
  const order = query.get("order") ?? "";
  const filters: AuditLogQuery = {
    actor: query.get("who") ?? "",
    order_id: AN_ID.test(order) ? order : null,
    from: query.get("from") || null,
    to: query.get("to") || null,
    looks: query.get("looks") !== "no",
    page: Math.max(1, Number(query.get("page")) || 1),
  };
  return { asked: filters, ask: (next: AuditLogQuery) => setQuery(wordsOf(next)), hrefOf };
}

const hrefOf = (filters: AuditLogQuery): string =>
  `/trail?${new URLSearchParams(wordsOf(filters))}`;

function wordsOf({
  actor,
  order_id,
  from,
  to,
  looks,
  page,
}: AuditLogQuery): Record<string, string> {
  const values = {
    who: actor,
    order: order_id ?? "",
    from: from ?? "",
    to: to ?? "",
    looks: looks ? "" : "no",
    page: page > 1 ? String(page) : "",
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

export const useAuditLog = (filters: AuditLogQuery) =>
  useQuery({
    queryKey: ["trail", filters],
    queryFn: () => staffAuditLog.look(filters),
    placeholderData: keepPreviousData,
  });

export const useVerify = () => useMutation({ mutationFn: () => staffAuditLog.verify() });

export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / ON_A_PAGE));
