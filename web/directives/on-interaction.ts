/**
 * Hydrates an island on the first touch, key or pointer event on it; until then it loads no script.
 */
import type { ClientDirective } from "astro";
import { batchPreloads } from "./together.ts";

const SIGNS = ["pointerenter", "touchstart", "focusin", "click"] as const;

const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  const wake = async () => {
    for (const sign of SIGNS) island.removeEventListener(sign, wake);
    batchPreloads(island);
    const hydrate = await load();
    await hydrate();
  };
  for (const sign of SIGNS) island.addEventListener(sign, wake, { passive: true });
};

export default hydrateOnInteraction;
