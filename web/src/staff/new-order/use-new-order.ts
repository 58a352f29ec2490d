/** What a caller's order needs, and the call that reserves for them. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Problem, type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { loadPriceBook } from "#api/price-book.ts";
import type { Key } from "#api/query-keys.ts";
import { staff } from "#api/staff.ts";
import { reload, reloadAfterOrder, staffKeys } from "#api/staff-keys.ts";

export type NewOrder = Schemas["NewOrderIn"];
export type PlacedOrder = Schemas["NewOrderOut"];
export type Hold = Schemas["Hold"];
export const HOLDS: readonly Hold[] = ["35_minutes", "4_hours", "24_hours"];

const TIMEOUT_MS = 20_000;

export const useCall = () =>
  useQuery({
    queryKey: staffKeys.newOrder,
    queryFn: () => unwrap(staff.GET("/api/staff/new-order")),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePriceBook = () =>
  useQuery({
    queryKey: ["price-book"] satisfies Key,
    queryFn: ({ signal }) => loadPriceBook(signal),
  });

/** Reserve for a caller. Pressed again after a lost response, it makes one order. */
export function usePlaceOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: NewOrder) =>
      sendOnce("new order", order, (params, body) =>
        unwrap(
          staff.POST("/api/staff/new-order", {
            params,
            body,
            signal: AbortSignal.timeout(TIMEOUT_MS),
          }),
        ),
      ),
    onSettled: () => void reloadAfterOrder(queries),
    onError: (failure) => {
      if (failure instanceof Problem && failure.code === "price_changed")
        void reload(queries, ["price-book"] satisfies Key);
    },
  });
}
