/** Client-side navigation between the steps of the wizard. */
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

/** The path in the address bar; during static rendering, the path of that page. */
export const useWizardPath = (ofPage: string): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => ofPage,
  );

/** Go to a step. `fromStep` is kept in the history state, so that Back returns there (WIZ-01.1). */
export function navigateTo(path: string, fromStep?: number): void {
  history.pushState(fromStep ? { fromStep } : null, "", path);
  for (const listener of listeners) listener();
}
