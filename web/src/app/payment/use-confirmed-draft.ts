import { useEffect } from "react";
import { keepPaymentStatus } from "#draft/installation-complete.ts";
import { readDraft, recordDraft } from "#draft/use-draft.ts";
import { useOrder } from "#features/order-summary/order-loader.tsx";

/** Write what the server has confirmed of the visitor's own order back to the draft. */
export function useConfirmedDraft(orderId: string): void {
  const isOwn = readDraft().wizard.order_id === orderId;
  const { data: order } = useOrder(isOwn ? orderId : null);

  useEffect(() => {
    if (order?.appointment.status !== "confirmed") return;
    const { day, time_window } = order.appointment;
    recordDraft({ type: "orderConfirmed", day, window: time_window, fee: order.scheduling_fee });
    keepPaymentStatus(order.id, order.scheduling_fee.status);
  }, [order]);
}
