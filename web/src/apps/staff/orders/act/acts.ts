/** What the server lets happen to an order now, and why not what it does not. */
import type { ActionKey, StaffOrder } from "#lib/api/staff-orders.ts";

/** Null for what is allowed. */
export function disabledReason(order: Pick<StaffOrder, "allowed">, key: ActionKey): string | null {
  const act = order.allowed.find((one) => one.key === key);
  if (!act || act.is_allowed) return null;
  return act.why_not;
}
