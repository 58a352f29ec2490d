/**
 * Idempotency key of a reservation: resending the same answers uses the same key, so they reserve
 * once.
 */
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
  "recovery_consent", // belongs to the wizard, not to the order
]);

// Ignores when and how often the draft was saved.
const comparableFields = (body: unknown): string =>
  JSON.stringify(body, (name, value) => (BOOKKEEPING.has(name) ? undefined : value));

/**
 * The attempt stored for these answers, including its first body; a new one when the answers
 * changed.
 */
export function attemptFor(body: unknown, newKey: () => string): Attempt {
  const answers = comparableFields(body);
  const stored = readSession<Attempt>(STORAGE_KEY);
  if (stored?.answers === answers) return stored;
  const attempt = { key: newKey(), answers, body };
  writeSession(STORAGE_KEY, attempt);
  return attempt;
}

/**
 * Forget the attempt once a reservation was answered: the next is a new one, even with the same
 * answers.
 */
export const clearAttempt = (): void => removeSession(STORAGE_KEY);
