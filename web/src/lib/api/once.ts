/** Calls that must take effect once (Idempotency-Key). */
import { Problem } from "#lib/api/client.ts";
import { clearIdempotencyKey, idempotencyKey } from "#lib/idempotency.ts";

/**
 * Send a request under a stored idempotency key: repeated after a lost response it takes effect
 * once; after a domain error the next try gets a new key.
 */
export async function once<T>(what: string, request: unknown, send: (key: string) => Promise<T>) {
  try {
    const result = await send(idempotencyKey(what, request));
    clearIdempotencyKey(what);
    return result;
  } catch (failure) {
    if (failure instanceof Problem && failure.status >= 400 && failure.status < 500)
      clearIdempotencyKey(what);
    throw failure;
  }
}

export const keyed = (key: string) => ({ header: { "Idempotency-Key": key } });
