import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False in the page as it was built, true once its script runs. */
export const useIsAwake = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
