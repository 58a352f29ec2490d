/**
 * The checkout session id that the card page sent back: removed from the address, kept for a
 * reload.
 */

const KEY = "paidSession";

export function sessionInAddress(): string | null {
  const sessionId = new URLSearchParams(location.search).get("sessionId");
  const id = sessionId || history.state?.[KEY] || null;
  if (location.search) history.replaceState({ ...history.state, [KEY]: id }, "", location.pathname);
  return id;
}
