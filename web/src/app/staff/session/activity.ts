/** Time of the last activity in any tab of this browser. Not secret, so it is in local storage. */
import { readLocal, writeLocal } from "#lib/storage.ts";

const KEY = "staff-active-at";
const NOTED_EVERY_MS = 5_000;

let here = 0;

export function noteActivity(): void {
  const now = Date.now();
  if (Math.abs(now - here) < NOTED_EVERY_MS) return; // absolute, because the clock may be set back
  here = now;
  writeLocal(KEY, now);
}

export const lastActiveAt = (): number => Math.max(here, readLocal<number>(KEY) ?? 0);
