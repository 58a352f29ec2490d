import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False in the static HTML, true after hydration. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
