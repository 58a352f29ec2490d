/**
 * The checkout session id that the card page sent back: removed from the address, kept for a
 * reload.
 */

const KEPT = "paidSession";

export function sessionInAddress(): string | null {
  const asked = new URLSearchParams(location.search).get("sessionId");
  const id = asked || history.state?.[KEPT] || null;
  if (location.search)
    history.replaceState({ ...history.state, [KEPT]: id }, "", location.pathname);
  return id;
}
