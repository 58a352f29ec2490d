/** Availability of staff actions on an order, as the server computed it. */
import type { ActionKey, StaffOrder } from "#api/staff-orders.ts";

/** Why an action is not available; null when it is. */
export function disabledReason(order: Pick<StaffOrder, "allowed">, key: ActionKey): string | null {
  const action = order.allowed.find((one) => one.key === key);
  if (!action || action.is_allowed) return null;
  return action.why_not;
}
