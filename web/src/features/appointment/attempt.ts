/** One try to reserve: the same answers sent again carry the same key, so they reserve once. */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

export type Attempt = { key: string; answers: string; body: unknown };

const STORAGE_KEY = "reserveAttempt";
const BOOKKEEPING = new Set([
  "created_at",
  "updated_at",
  "verified_at",
  "selected_at",
  "current_step",
  "completed_steps",
  "status",
  "order_id",
  "recovery_consent", // of the wizard, not of the order
]);

/** What the visitor answered, without when and how often the draft was saved. */
const comparableFields = (body: unknown): string =>
  JSON.stringify(body, (name, value) => (BOOKKEEPING.has(name) ? undefined : value));

/** The attempt kept for these answers, its first body included; a new one for new answers. */
export function attemptFor(body: unknown, newKey: () => string): Attempt {
  const answers = comparableFields(body);
  const stored = readSession<Attempt>(STORAGE_KEY);
  if (stored?.answers === answers) return stored;
  const attempt = { key: newKey(), answers, body };
  writeSession(STORAGE_KEY, attempt);
  return attempt;
}

/** A reservation was answered: the next one, even with the same answers, is another. */
export const clearAttempt = (): void => removeSession(STORAGE_KEY);
