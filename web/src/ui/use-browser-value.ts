import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** What `read` finds in the browser; `before` in the static HTML and until it is hydrated. */
export const useBrowserValue = <Value extends string | number | boolean | null>(
  read: () => Value,
  before: Value,
): Value => useSyncExternalStore(neverChanges, read, () => before);

/** False in the static HTML, true after hydration. */
export const useIsHydrated = (): boolean => useBrowserValue<boolean>(() => true, false);
