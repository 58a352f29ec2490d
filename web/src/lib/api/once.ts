/** What must happen once, whatever becomes of its answer (Idempotency-Key). */
import { Problem } from "#lib/api/client.ts";
import { clearIdempotencyKey, idempotencyKey } from "#lib/idempotency.ts";

/** Sent again after a lost answer it happens once; a refused one may be tried anew. */
export async function once<T>(what: string, request: unknown, send: (key: string) => Promise<T>) {
  try {
    const answer = await send(idempotencyKey(what, request));
    clearIdempotencyKey(what);
    return answer;
  } catch (failure) {
    if (failure instanceof Problem && failure.status >= 400 && failure.status < 500)
      clearIdempotencyKey(what);
    throw failure;
  }
}

export const keyed = (key: string) => ({ header: { "Idempotency-Key": key } });
