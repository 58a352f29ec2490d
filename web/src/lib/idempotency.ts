/** Idempotency keys: the same request sent again gets the same key. */
import { newId } from "#lib/ids.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

type StoredAttempt = { key: string; request: string };

const storageKeyFor = (operation: string): string => `attempt:${operation}`;

/** The key stored for exactly this request; a new one when anything in it differs. */
export function idempotencyKey(operation: string, request: unknown): string {
  const body = JSON.stringify(request);
  const stored = readSession<StoredAttempt>(storageKeyFor(operation));
  if (stored?.request === body) return stored.key;
  const key = newId();
  writeSession(storageKeyFor(operation), { key, request: body });
  return key;
}

/** Forget the key after a response: the next request is a new one, even if it is identical. */
export const clearIdempotencyKey = (operation: string): void =>
  removeSession(storageKeyFor(operation));
