import { type ComponentType, lazy } from "react";

type Load = () => Promise<{ default: ComponentType }>;

/**
 * A screen that browsers load when its route is opened. `preload` loads it beforehand: the build
 * awaits it, because React's server would else prerender the fallback and an inline script, which
 * the content policy blocks.
 */
export function lazyRoute(load: Load) {
  let loaded: ComponentType | undefined;
  const whenOpened = lazy(load);
  return {
    screen: () => loaded ?? whenOpened,
    preload: async () => {
      loaded = (await load()).default;
    },
  };
}
