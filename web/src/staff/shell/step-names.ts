import type { InstallationStep } from "#api/staff-orders.ts";
import { m } from "#paraglide/messages.js";

/** "Final inspection, Start-up". */
export const namesOfSteps = (kinds: readonly InstallationStep["kind"][]): string =>
  kinds.map((kind) => m.staff_readiness_kinds({ kind })).join(", ");
