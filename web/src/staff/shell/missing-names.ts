import type { Schemas } from "#api/client.ts";
import { m } from "#paraglide/messages.js";

type Missing = Schemas["JobReadinessOut"]["missing"][number];

/** "permit, equipment": what a job still lacks. */
export const missingNames = (missing: readonly Missing[]): string =>
  missing.map((what) => m.staff_readiness_what({ what })).join(", ");
