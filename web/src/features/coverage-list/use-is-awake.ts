import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False in the page as it was built, true once its script runs. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
