/** Retries with growing delays when the connection was lost; domain errors are not retried. */
import { Problem } from "#api/client.ts";

const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_ASKED_S = 60;
const OFFLINE_WAIT_MS = 60_000;

type RetryPolicy = { signal: AbortSignal; onWait: (isWaiting: boolean) => void };

export async function withRetry<T>(
  attempt: (isAgain: boolean) => Promise<T>,
  policy: RetryPolicy,
  tries = 0,
): Promise<T> {
  const { signal, onWait } = policy;
  try {
    const result = await attempt(tries > 0);
    if (tries > 0) onWait(false);
    return result;
  } catch (reason) {
    const wait = waitMs(tries, reason);
    if (wait === null || signal.aborted) throw reason;
    onWait(true);
    await pause(wait, signal);
    if (signal.aborted) throw reason;
  }
  return withRetry(attempt, policy, tries + 1);
}

// No response, too many requests, or a server error, unless the requested wait is longer than
// anybody would watch.
function isTransient(reason: unknown): reason is Problem {
  if (!(reason instanceof Problem) || (reason.retryAfter ?? 0) > LONGEST_ASKED_S) return false;
  return (
    ["offline", "timeout"].includes(reason.code) || reason.status === 429 || reason.status >= 500
  );
}

// Null: do not retry.
function waitMs(tries: number, reason: unknown): number | null {
  if (tries >= MOST_TRIES || !isTransient(reason)) return null;
  if (reason.retryAfter !== null) return reason.retryAfter * 1000;
  if (!navigator.onLine) return OFFLINE_WAIT_MS;
  return Math.min(1000 * 2 ** tries, LONGEST_WAIT_MS);
}

// Resolves early when the connection is back or the signal aborts.
function pause(ms: number, signal: AbortSignal): Promise<void> {
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
