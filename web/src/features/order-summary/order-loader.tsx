import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";

type OrderInHandProps = {
  orderId: string;
  /** What stands above the loading state and the error, for an order that brings its own heading. */
  before?: ReactNode;
  children: (order: Order, reload: () => void) => ReactNode;
};

/** Render an order once loaded; until then the loading state or the error. */
export function OrderLoader({ orderId, before, children }: OrderInHandProps) {
  const { data: order, error, refetch } = useOrder(orderId);

  if (order) return children(order, () => void refetch());
  return (
    <>
      {before}
      {error ? <NotLoaded error={error} onTryAgain={() => void refetch()} /> : LOADING}
    </>
  );
}

const LOADING = (
  <p className="flex min-h-48 items-center gap-2 text-quiet lg:col-1">
    <Spinner label={m.order_summary_loading()} />
    <span aria-hidden="true">{m.order_summary_loading()}</span>
  </p>
);

function NotLoaded({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  if (isMissing(error))
    return (
      <Notice
        className="lg:col-1"
        tone="warning"
        title={m.order_summary_missing_title()}
        action={<Button href={paths.wizard.address}>{m.start_new_estimate()}</Button>}
      >
        {m.order_summary_missing()}
      </Notice>
    );
  return (
    <Notice
      className="lg:col-1"
      tone="danger"
      title={m.order_summary_failed_title()}
      action={
        <Button variant="outline" onClick={onTryAgain}>
          {m.try_again()}
        </Button>
      }
    >
      {m.loading_failed_or_call()} <PhoneLink />
    </Notice>
  );
}

export type Order = Schemas["OrderOut"];

/** A visitor's order, where there is one. Not kept: each page shows it as it is now. */
export const useOrder = (orderId: string | null) =>
  useQuery({
    enabled: orderId !== null,
    queryKey: ["visitor-order", orderId] satisfies Key,
    queryFn: () =>
      unwrap(api.GET("/api/orders/{order_id}", { params: { path: { order_id: orderId ?? "" } } })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const isMissing = (failure: unknown): boolean =>
  failure instanceof Problem && failure.status === 404;
