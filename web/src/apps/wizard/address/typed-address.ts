/** Text typed into step 1's address box, restored unchecked after a reload. */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

const KEY = "addressTyped";

export function readTypedAddress(): string {
  const kept = typeof window === "undefined" ? null : readSession<unknown>(KEY);
  return typeof kept === "string" ? kept : "";
}

export const keepTypedAddress = (typed: string): boolean => writeSession(KEY, typed);

export const forgetTypedAddress = (): void => removeSession(KEY);
