/** Availability of staff actions on an order, as the server computed it. */
import type { ActionKey, StaffOrder } from "#lib/api/staff-orders.ts";

/** Why an action is not available; null when it is. */
export function disabledReason(order: Pick<StaffOrder, "allowed">, key: ActionKey): string | null {
  const act = order.allowed.find((one) => one.key === key);
  if (!act || act.is_allowed) return null;
  return act.why_not;
}
