/** POSTs that must take effect once (Idempotency-Key). */
import { Problem } from "#api/client.ts";
import { newId } from "#lib/ids.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

type Attempt<Body> = { key: string; request: string; body: Body };
type KeyParams = { header: { "Idempotency-Key": string } };

const TOO_MANY_REQUESTS = 429;

/**
 * Send a request under a stored key. Sent again after a lost response, it has the same key and the
 * same body, so it takes effect once; after a success or a domain error the next one has a new key.
 * Fields named in `ignored` make no other request.
 */
export async function sendOnce<Body, T>(
  operation: string,
  body: Body,
  send: (params: KeyParams, body: Body) => Promise<T>,
  ignored: ReadonlySet<string> = new Set(),
): Promise<T> {
  const storageKey = `attempt:${operation}`;
  const request = JSON.stringify(body, (name, value) => (ignored.has(name) ? undefined : value));
  const stored = readSession<Attempt<Body>>(storageKey);
  const attempt = stored?.request === request ? stored : { key: newId(), request, body };
  writeSession(storageKey, attempt);
  try {
    const result = await send({ header: { "Idempotency-Key": attempt.key } }, attempt.body);
    removeSession(storageKey);
    return result;
  } catch (failure) {
    if (isAnswered(failure)) removeSession(storageKey);
    throw failure;
  }
}

// A rate limit says nothing about an earlier try whose response was lost.
const isAnswered = (failure: unknown): boolean =>
  failure instanceof Problem &&
  failure.status >= 400 &&
  failure.status < 500 &&
  failure.status !== TOO_MANY_REQUESTS;
