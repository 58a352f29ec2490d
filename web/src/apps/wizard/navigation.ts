/** Where in the wizard the visitor is, and going on without loading a page anew. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/** The path in the address bar; while rendering the static page, the path of that page. */
export const useWizardPath = (ofPage: string): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => ofPage,
  );

/** Remembers the step it was left from: back then leads there (WIZ-01). */
export function navigateTo(path: string, fromStep?: number): void {
  history.pushState(fromStep ? { fromStep } : null, "", path);
  for (const listener of listeners) listener();
}
