/** Tells a tracker what happened, where the operator installed one and the visitor did not object. */

type Tracker = (command: "event", name: string, params: Record<string, unknown>) => void;

export function track(name: string, params: Record<string, unknown> = {}): void {
  const { gtag, navigator } = globalThis as unknown as {
    gtag?: Tracker;
    navigator?: { globalPrivacyControl?: boolean };
  };
  if (typeof gtag !== "function" || navigator?.globalPrivacyControl) return;
  gtag("event", name, params);
}
