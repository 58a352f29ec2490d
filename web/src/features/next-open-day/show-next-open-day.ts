import { shortDay } from "#lib/dates.ts";

type Days = { days: { date: string; open: boolean }[] };

/** The first day that can be reserved; null when none is known. The answer is one that nginx keeps. */
export async function nextOpenDay(): Promise<string | null> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the client of all calls is larger than this page's script
    const response = await fetch("/api/availability");
    if (!response.ok) return null;
    const { days } = (await response.json()) as Days;
    return days.find(({ open }) => open)?.date ?? null;
  } catch {
    return null; // Offline: the page says nothing about a day.
  }
}

/** Fill and show the page's NextOpenDay, which stands in static HTML and is no island. */
export async function showNextOpenDay(): Promise<void> {
  const line = document.querySelector("[data-next-open-day]");
  const day = line && (await nextOpenDay());
  if (!line || !day) return;
  const place = line.querySelector("strong");
  if (place) place.textContent = shortDay(day);
  line.classList.remove("invisible");
}
