import type { BookingSummary } from "#api/my-booking.ts";
import { barOf } from "#features/booking-strip/strip.ts";
import { untilWords, weekdayAndDay } from "#lib/dates.ts";

/**
 * Shows the booking that this browser has: a held day with the way to finish it, a paid one with the
 * way to My booking, or how many there are with the way to their list (TRUTH-02). A draft goes
 * before what is neither urgent nor open.
 */
export async function showBooking(bar: HTMLAnchorElement): Promise<void> {
  // The client of the API weighs more than the page's scripts together.
  const answer = await fetch("/api/my-bookings").catch(() => null);
  if (!answer?.ok) return;
  const shown = barOf((await answer.json()) as BookingSummary[], new Date());
  if (!shown) return;
  const { kind, booking, path, several } = shown;
  const isDraftShown = bar.getAttribute("href") !== "#quote";
  if (isDraftShown && (kind === "booked" || kind === "lost")) return;

  const [words, action] = bar.querySelectorAll("span span") as unknown as [Element, Element];
  const [template = "", ofKind = ""] = wordsFor(bar, kind);
  const ofOne = template
    .replace("DAY", weekdayAndDay(booking.day))
    .replace("TIME", booking.held_until ? untilWords(booking.held_until) : "");
  words.textContent = ofOne;
  action.textContent = ofKind;
  if (several !== null) {
    const [counted = "", ofSeveral = ""] = wordsFor(bar, "several");
    const count = counted.replace("COUNT", String(several));
    // As in the strip of other pages: a paid day is one of several, what is urgent is said.
    words.textContent = kind === "booked" ? count : `${count}: ${ofOne}`;
    action.textContent = ofSeveral;
  }
  bar.href = path;
}

const wordsFor = (bar: HTMLElement, what: string): string[] => `${bar.dataset[what]}`.split("|");
