/** One order as the server has it: its price, its appointment and what is due on it. */
import { useQuery } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";

export type Order = Schemas["OrderOut"];

const TRIES = 2;

export const orderKey = (orderId: string) => ["order", orderId];

export const useOrder = (orderId: string) =>
  useQuery({
    queryKey: orderKey(orderId),
    queryFn: () =>
      unwrap(api.GET("/api/orders/{order_id}", { params: { path: { order_id: orderId } } })),
    retry: (tried, failure) => !isMissing(failure) && tried < TRIES,
    staleTime: 0,
  });

export const isMissing = (failure: unknown): boolean =>
  failure instanceof Problem && failure.status === 404;
