/** States the next day that can be reserved (DATE-01.5). Without an answer the usual wait stays. */
import type { Schemas } from "#api/client.ts";
import { shortDay } from "#lib/dates.ts?page";

export const showNextOpenDay = (line: Element): Promise<void> =>
  // biome-ignore lint/style/noRestrictedGlobals: the client weighs more than the page's scripts together
  fetch("/api/availability")
    .then((response) => response.json())
    .then(({ days }: Schemas["AvailabilityOut"]) => {
      const next = days.find(({ open }) => open);
      if (next) line.textContent = shortDay(next.date);
    })
    .catch(() => {});
