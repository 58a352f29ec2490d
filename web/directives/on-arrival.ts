/** Wakes a component once the page's first picture is there: what it needs would delay the picture. */
import type { ClientDirective } from "astro";
import { batchPreloads } from "./together.ts";

/** At once where nobody looks: a page behind another is not painted. */
const firstPicture = () =>
  new Promise<void>((painted) => {
    if (document.hidden) painted();
    else requestAnimationFrame(() => setTimeout(painted));
  });

const onVisible: ClientDirective = async (load, _options, island) => {
  await firstPicture();
  batchPreloads(island);
  const hydrate = await load();
  await hydrate();
};

export default onVisible;
