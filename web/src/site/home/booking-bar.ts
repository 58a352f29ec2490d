import type { BookingSummary } from "#api/my-booking.ts";
import { stripOf } from "#features/booking-strip/strip.ts";
import { timeOf, weekdayAndDay } from "#lib/dates.ts";

/**
 * Shows the booking that this browser has: a held day with the way to finish it, a paid one with the
 * way to My booking (TRUTH-02). A draft goes before what is neither urgent nor open.
 */
export async function showBooking(bar: HTMLAnchorElement): Promise<void> {
  // biome-ignore lint/style/noRestrictedGlobals: the client weighs more than the page's scripts together
  const answer = await fetch("/api/my-bookings").catch(() => null);
  if (!answer?.ok) return;
  const strip = stripOf((await answer.json()) as BookingSummary[], new Date());
  if (!strip) return;
  const { kind, booking, path } = strip;
  const isDraftShown = bar.getAttribute("href") !== "#quote";
  if (isDraftShown && (kind === "booked" || kind === "lost")) return;

  const [words, action] = bar.querySelectorAll("span span") as unknown as [Element, Element];
  const text = `${bar.dataset[kind]}`.replace("DAY", weekdayAndDay(booking.day));
  words.textContent = text.replace("TIME", booking.held_until ? timeOf(booking.held_until) : "");
  action.textContent = `${bar.dataset[`${kind}Go`]}`;
  bar.href = path;
}
