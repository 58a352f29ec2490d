type PollOptions<T> = {
  isWaiting: (value: T) => boolean;
  /** A result that comes sooner is held back, so that the page does not flash. */
  atLeastMs: number;
  atMostMs: number;
  signal: AbortSignal;
};

const POLL_MS = 2000;

/** Load until the value no longer waits; a later load that finds nothing changes nothing. */
export async function pollAtLeast<T>(
  load: () => Promise<T | null>,
  { isWaiting, atLeastMs, atMostMs, signal }: PollOptions<T | null>,
): Promise<T | null> {
  const startedAt = Date.now();
  let value = await load();
  while (isWaiting(value) && Date.now() - startedAt < atMostMs && !signal.aborted) {
    await pause(POLL_MS);
    value = (await load()) ?? value;
  }
  await pause(startedAt + atLeastMs - Date.now());
  return value;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
