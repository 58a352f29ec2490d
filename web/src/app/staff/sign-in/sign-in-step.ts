/** Which sign-in step comes next. */
import type { StaffState } from "#api/staff-session.ts";

type Step = "opening" | "entrance" | "code" | "password" | "enrol" | "codes" | "inside";

/**
 * The next step. An existing factor comes before a new password: a mailed link alone must not
 * change it.
 */
export function signInStep(state: StaffState): Step {
  if (state.is === "opening") return "opening";
  if (state.is === "out") return "entrance";
  if (state.level === "aal1" && state.factors.length > 0) return "code";
  if (state.duties.includes("choosePassword")) return "password";
  if (state.level === "aal1") return "enrol";
  return state.duties.includes("keepCodes") ? "codes" : "inside";
}
