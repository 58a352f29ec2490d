/**
 * `client:interaction`: hydrates an island on the first touch, key or pointer event on it; until
 * then it loads no script.
 */
import type { ClientDirective } from "astro";

declare module "astro" {
  interface AstroClientDirectives {
    "client:interaction"?: boolean;
  }
}

const EVENTS = ["pointerenter", "touchstart", "focusin", "click"] as const;

const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  const hydrateNow = async () => {
    for (const type of EVENTS) island.removeEventListener(type, hydrateNow);
    const hydrate = await load();
    await hydrate();
  };
  for (const type of EVENTS) island.addEventListener(type, hydrateNow, { passive: true });
};

export default hydrateOnInteraction;
