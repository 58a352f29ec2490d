/** Tells a tracker what happened, where the operator installed one and the visitor did not object. */

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

/** What a link or button of a page without a script carries, so that its press is told (`tell-events.ts`). */
export const analyticsAttributes = (name: string, params?: Params) => ({
  "data-event": name,
  ...(params && { "data-event-params": JSON.stringify(params) }),
});
