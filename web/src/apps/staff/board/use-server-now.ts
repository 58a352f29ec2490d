import { useEffect, useState } from "react";

const LOOK_EVERY_MS = 10_000; // what is shown counts minutes

/** The server's clock: what it said, and the time that went by here since it was heard. */
export function useServerNow(said: string, heardAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());

  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(ticking);
  }, []);

  return Date.parse(said) + Math.max(0, nowMs - heardAtMs);
}
