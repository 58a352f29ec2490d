import type { Schemas } from "#api/client.ts";

const SHORT = { weekday: "short", month: "short", day: "numeric" } as const;

/**
 * States the next day that can be reserved (DATE-01.5). Without an answer the usual wait stays. The
 * client of the API weighs more than the page's scripts together.
 */
export const showNextOpenDay = (line: Element): Promise<void> =>
  fetch("/api/availability")
    .then((response) => response.json())
    .then(({ days }: Schemas["AvailabilityOut"]) => {
      const next = days.find(({ open }) => open);
      // At noon it is the same day everywhere. dates.ts would be a request of its own.
      if (next) line.textContent = new Date(`${next.date}T12:00`).toLocaleDateString(LOCALE, SHORT);
    })
    .catch(() => {});
