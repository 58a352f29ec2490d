/** Text typed into step 1's address box, restored unchecked after a reload. */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

const KEY = "addressTyped";

export function readTypedAddress(): string {
  const stored = typeof window === "undefined" ? null : readSession<unknown>(KEY);
  return typeof stored === "string" ? stored : "";
}

export const storeTypedAddress = (address: string): boolean => writeSession(KEY, address);

export const clearTypedAddress = (): void => removeSession(KEY);
