import { useNow } from "#ui/use-now.ts";

const TICK_MS = 10_000; // the display counts minutes

/** The server's time in milliseconds: its last value plus the local time elapsed since. */
export const useServerNow = (serverTime: string, heardAtMs: number): number =>
  Date.parse(serverTime) + Math.max(0, useNow(TICK_MS) - heardAtMs);
