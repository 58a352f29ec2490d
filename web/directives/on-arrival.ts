/** Wakes a component at once. By then the page's styles are here: nothing delays the first picture. */
import type { ClientDirective } from "astro";
import { askTogether } from "./together.ts";

const onArrival: ClientDirective = async (load, _options, island) => {
  askTogether(island);
  const hydrate = await load();
  await hydrate();
};

export default onArrival;
