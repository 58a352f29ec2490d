/** The token that ties the keystrokes of one address search together, for the provider's billing. */
import { newId } from "#lib/ids.ts";

let token = "";

/** Random per page load (spec §7). */
export function searchToken(): string {
  token ||= newId();
  return token;
}

/** A choice ends a search: the next keystroke begins another one. */
export function renewSearchToken(): void {
  token = newId();
}
