/** What the server lets happen to an order now, and why not what it does not. */
import type { ActKey, StaffOrder } from "#lib/api/staff-orders.ts";

/** Null for what is allowed. */
export function whyNot(order: Pick<StaffOrder, "allowed">, key: ActKey): string | null {
  const act = order.allowed.find((one) => one.key === key);
  if (!act || act.is_allowed) return null;
  return act.why_not;
}
