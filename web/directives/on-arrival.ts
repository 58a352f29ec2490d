/** Hydrates an island after the first paint, which loading its scripts would otherwise delay. */
import type { ClientDirective } from "astro";
import { batchPreloads } from "./together.ts";

// Resolves at once in a background tab, which is never painted.
const firstPicture = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

const afterFirstPaint: ClientDirective = async (load, _options, island) => {
  await firstPicture();
  batchPreloads(island);
  const hydrate = await load();
  await hydrate();
};

export default afterFirstPaint;
