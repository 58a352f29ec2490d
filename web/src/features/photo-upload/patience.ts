/** A call that a lost connection broke is made again, later and later; one that was refused is not. */
import { Problem } from "#lib/api/client.ts";

const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_ASKED_S = 60;
const OFFLINE_WAIT_MS = 60_000;

type Patience = { signal: AbortSignal; onWait: (isWaiting: boolean) => void };

export async function withPatience<T>(
  attempt: (isAgain: boolean) => Promise<T>,
  { signal, onWait }: Patience,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await attempt(tries > 0);
      if (tries > 0) onWait(false);
      return answer;
    } catch (reason) {
      if (signal.aborted || !isPassing(reason) || tries >= MOST_TRIES) throw reason;
      onWait(true);
      await worthAnotherTry(waitMs(tries, reason), signal);
      if (signal.aborted) throw reason;
    }
  }
}

/** No answer, too many at once, or the server's own trouble: unless it asks for a longer wait than anybody looks on. */
function isPassing(reason: unknown): reason is Problem {
  if (!(reason instanceof Problem) || (reason.retryAfter ?? 0) > LONGEST_ASKED_S) return false;
  return (
    ["offline", "timeout"].includes(reason.code) || reason.status === 429 || reason.status >= 500
  );
}

function waitMs(tries: number, { retryAfter }: Problem): number {
  if (retryAfter !== null) return retryAfter * 1000;
  if (!navigator.onLine) return OFFLINE_WAIT_MS;
  return Math.min(1000 * 2 ** tries, LONGEST_WAIT_MS);
}

/** The wait ends at once when the connection is back, or when nobody waits any more. */
function worthAnotherTry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
}
