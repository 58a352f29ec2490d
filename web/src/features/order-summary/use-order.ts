import { useQuery } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";

export type Order = Schemas["OrderOut"];

/** A visitor's order. Not kept: each page shows it as it is now. */
export const useOrder = (orderId: string) =>
  useQuery({
    queryKey: ["visitor-order", orderId],
    queryFn: () =>
      unwrap(api.GET("/api/orders/{order_id}", { params: { path: { order_id: orderId } } })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const isMissing = (failure: unknown): boolean =>
  failure instanceof Problem && failure.status === 404;
