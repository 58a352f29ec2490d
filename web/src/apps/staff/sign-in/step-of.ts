/** What somebody has to do next, before the console opens. */
import type { StaffState } from "#lib/api/staff-session.ts";

export type Step = "opening" | "entrance" | "code" | "password" | "enrol" | "codes" | "inside";

/** A factor that is there is shown first: a mailed link alone changes no password. */
export function signInStep(state: StaffState): Step {
  if (state.is === "opening") return "opening";
  if (state.is === "out") return "entrance";
  if (state.level === "aal1" && state.factors.length > 0) return "code";
  if (state.duties.includes("choosePassword")) return "password";
  if (state.level === "aal1") return "enrol";
  return state.duties.includes("keepCodes") ? "codes" : "inside";
}
