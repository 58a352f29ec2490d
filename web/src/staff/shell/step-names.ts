import type { StaffStep } from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";

/** "Final inspection, Start-up". */
export const namesOfSteps = (kinds: readonly StaffStep["kind"][]): string =>
  kinds.map((kind) => m.staff_readiness_kinds({ kind })).join(", ");
