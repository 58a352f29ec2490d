/** What a caller's order needs, and the call that reserves for them. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Problem, type Schemas } from "#api/client.ts";
import { loadPriceBook } from "#api/price-book.ts";
import type { Key } from "#api/query-keys.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { reload, reloadAfterOrder, staffKeys } from "#api/staff-keys.ts";

export type NewOrder = Schemas["NewOrderIn"];
export type PlacedOrder = Schemas["NewOrderOut"];
export type Hold = Schemas["Hold"];
export const HOLDS: readonly Hold[] = ["on_the_phone", "4_hours", "24_hours"];

export const useCall = () =>
  useStaffQuery(
    staffKeys.newOrder,
    "/api/staff/new-order",
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );

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
      callStaff("post", "/api/staff/new-order", { body: order }, { once: "new order" }),
    onSettled: () => void reloadAfterOrder(queries),
    onError: (failure) => {
      if (failure instanceof Problem && failure.code === "price_changed")
        void reload(queries, ["price-book"] satisfies Key);
    },
  });
}
