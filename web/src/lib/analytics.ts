/**
 * Analytics events, sent only where the operator installed a tracker and the visitor did not opt
 * out (EVT-01.1).
 */

type Params = Record<string, unknown>;
type Tracker = (command: "event", name: string, params: Params) => void;

export function track(name: string, params: Params = {}): void {
  const { gtag, navigator } = globalThis as unknown as {
    gtag?: Tracker;
    navigator?: { globalPrivacyControl?: boolean };
  };
  if (typeof gtag !== "function" || navigator?.globalPrivacyControl) return;
  gtag("event", name, params);
}

/**
 * Attributes for a link or button on a page without React, whose click `analytics-events.ts` then
 * tracks.
 */
export const analyticsAttributes = (name: string, params?: Params) => ({
  "data-event": name,
  ...(params && { "data-event-params": JSON.stringify(params) }),
});
