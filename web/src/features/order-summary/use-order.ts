// One request, so no query library.
import { useCallback, useEffect, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";

export type Order = Schemas["OrderOut"];

type OrderState = { order: Order | null; failure: unknown };

export function useOrder(orderId: string) {
  const [state, setState] = useState<OrderState>({ order: null, failure: null });

  const load = useCallback(async () => {
    setState((now) => ({ ...now, failure: null }));
    try {
      setState({ order: await orderById(orderId), failure: null });
    } catch (failure) {
      setState((now) => ({ ...now, failure }));
    }
  }, [orderId]);

  useEffect(() => {
    void load();
  }, [load]);

  return { ...state, load };
}

const orderById = (orderId: string): Promise<Order> =>
  unwrap(api.GET("/api/orders/{order_id}", { params: { path: { order_id: orderId } } }));

export const isMissing = (failure: unknown): boolean =>
  failure instanceof Problem && failure.status === 404;
