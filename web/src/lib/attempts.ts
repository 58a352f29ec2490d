/** Tries at what must happen once: the same request sent again carries the same key (Idempotency-Key). */
import { newId } from "#lib/ids.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

type Attempt = { key: string; request: string };

const shelfOf = (what: string): string => `attempt:${what}`;

/** The key kept for this very request; a new one when anything in it differs. */
export function attemptKey(what: string, request: unknown): string {
  const asked = JSON.stringify(request);
  const kept = readSession<Attempt>(shelfOf(what));
  if (kept?.request === asked) return kept.key;
  const key = newId();
  writeSession(shelfOf(what), { key, request: asked });
  return key;
}

/** It was answered: the next one, even with the same words, is another. */
export const forgetAttempt = (what: string): void => removeSession(shelfOf(what));
