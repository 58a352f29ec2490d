/** Tries at what must happen once: the same request sent again carries the same key (Idempotency-Key). */
import { newId } from "#lib/ids.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

type StoredAttempt = { key: string; request: string };

const storageKeyFor = (operation: string): string => `attempt:${operation}`;

/** The key kept for this very request; a new one when anything in it differs. */
export function idempotencyKey(operation: string, request: unknown): string {
  const body = JSON.stringify(request);
  const stored = readSession<StoredAttempt>(storageKeyFor(operation));
  if (stored?.request === body) return stored.key;
  const key = newId();
  writeSession(storageKeyFor(operation), { key, request: body });
  return key;
}

/** It was answered: the next one, even with the same words, is another. */
export const clearIdempotencyKey = (operation: string): void =>
  removeSession(storageKeyFor(operation));
