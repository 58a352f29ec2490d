import { type ComponentType, lazy, useState } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A screen that browsers load when it is shown. `preload` loads it beforehand: the build awaits it,
 * because React's server would else prerender the fallback and an inline script, which the content
 * policy blocks.
 */
export function lazyRoute<Props extends object>(load: Load<Props>) {
  let loaded: ComponentType<Props> | undefined;
  const whenOpened: ComponentType<Props> = lazy(load);
  return {
    screen: () => loaded ?? whenOpened,
    preload: async () => {
      loaded = (await load()).default;
    },
  };
}

type LazyScreenProps<Props> = { screen: () => ComponentType<Props>; props: Props };

/**
 * A lazy route's screen; one that was preloaded is there at once. Which one is decided once per
 * mount: another type later would mount the screen anew and lose what it holds.
 */
export function LazyScreen<Props extends object>({ screen, props }: LazyScreenProps<Props>) {
  const [Screen] = useState(screen);
  return <Screen {...props} />;
}
