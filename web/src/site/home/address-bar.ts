import { DRAFT_KEY, type Draft } from "#draft/draft.ts?page";
import { wholeDollars } from "#lib/money.ts?page";
import { readSession } from "#lib/storage.ts?page";

/** Welcomes a visitor with a draft back (SAVE-01.3). */
export function welcomeBack(bar: HTMLAnchorElement): void {
  const draft = readSession<Draft>(DRAFT_KEY);
  const cents = draft?.pricing?.totals.total_cents; // known from step 1 on
  if (!cents || draft.wizard.status !== "in_progress") return;

  const { location, generator } = draft;
  const [words, action] = bar.querySelectorAll("span span") as unknown as [Element, Element];
  let text = `${bar.dataset.welcome} ${location.address.formatted.split(",")[0]}`;
  if (generator.product) text += ` · ${generator.product.kw} kW · ${wholeDollars(cents)}`;
  words.textContent = text;
  action.textContent = `${bar.dataset.day}`;
  bar.href = "/installation-date"; // which leads back to a step that was left out
}

/** Shows the booking that this browser has; loaded and asked for only where a cookie says so. */
export const showBookingIfAny = async (bar: HTMLAnchorElement): Promise<void> => {
  if (/(^|; )booked=/.test(document.cookie))
    await (await import("./booking-bar.ts")).showBooking(bar);
};
