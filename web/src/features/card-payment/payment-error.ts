/** Why the card page did not open, and what the visitor can do about it. */
import { Problem } from "#api/client.ts";
import { copy } from "./copy.ts";

export type PaymentError = {
  words: string;
  /** What to do: try again, choose another day, or nothing because no fee is due. */
  wayOn: "again" | "day" | "confirm";
};

const NOTHING_TO_PAY = new Set(["already_paid", "nothing_due"]);
const TIMES_UP = new Set(["hold_expired", "day_full", "day_not_offered"]);
const WORDS: Record<string, string> = {
  cards_down: copy.refusals.cards_down,
  busy: copy.refusals.cards_down,
  offline: copy.refusals.offline,
  timeout: copy.refusals.offline,
};

export function paymentError(failure: unknown): PaymentError {
  if (!(failure instanceof Problem)) return { words: copy.refusals.general, wayOn: "again" };
  const { code, status } = failure;
  if (NOTHING_TO_PAY.has(code)) return { words: "", wayOn: "confirm" };
  if (TIMES_UP.has(code)) return { words: copy.refusals.hold_expired, wayOn: "day" };
  const byStatus = status === 429 ? copy.refusals.too_often : copy.refusals.general;
  return { words: WORDS[code] ?? byStatus, wayOn: "again" };
}
