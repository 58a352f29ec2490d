import { useEffect, useState } from "react";

const TICK_MS = 10_000; // the display counts minutes

/** The server's time in milliseconds: its last value plus the local time elapsed since. */
export function useServerNow(serverTime: string, heardAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());

  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);

  return Date.parse(serverTime) + Math.max(0, nowMs - heardAtMs);
}
