/** Session token that groups the keystrokes of one address search, for the provider's billing. */
import { newId } from "#lib/ids.ts";

let token = "";

/** The current token, random per page load (ADDR-01.7). */
export function searchToken(): string {
  token ||= newId();
  return token;
}

/** Start a new token. Choosing an address ends a search, so the next keystroke begins another. */
export function renewSearchToken(): void {
  token = newId();
}
