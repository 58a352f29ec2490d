import { useSearch } from "wouter";
import { hasBookings, useMyBookings } from "#api/my-booking.ts";
import { untilWords, weekdayAndDay } from "#lib/dates.ts";
import { orderIn } from "#lib/order-address.ts";
import { m } from "#paraglide/messages.js";
import { type Bar, barOf, type Strip, type StripKind } from "./strip.ts";

const ACTIONS: Record<StripKind, () => string> = {
  held: m.booking_strip_held_action,
  taken: m.booking_strip_taken_action,
  booked: m.booking_strip_booked_action,
  lost: m.booking_strip_lost_action,
};

/**
 * One line about the booking that this browser has, in every tab: until when a day is held and the
 * way to finish it, or the way to My booking; of several how many, and the way to their list.
 * Nothing where the page is about that booking itself.
 */
export function BookingStrip() {
  const named = orderIn(useSearch());
  const { data: bookings } = useMyBookings({ enabled: hasBookings() });
  const bar = barOf(bookings ?? [], new Date());

  if (!bar || bar.booking.id === named) return null;
  return (
    <aside
      className="border-b border-line bg-info-surface px-gutter text-info print:hidden"
      aria-label={m.booking_strip_label()}
    >
      <a
        className="mx-auto flex min-h-target max-w-264 flex-wrap items-center gap-x-3 py-1 text-sm leading-snug no-underline"
        href={bar.path}
      >
        <span>{wordsOf(bar)}</span>
        <strong className="underline underline-offset-[0.25em]">
          {bar.several ? m.booking_strip_several_action() : ACTIONS[bar.kind]()}
        </strong>
      </a>
    </aside>
  );
}

function wordsOf({ several, ...bar }: Bar): string {
  if (several === null) return wordsOfOne(bar);
  const count = m.booking_strip_several({ count: several });
  // A paid day is one of several; what is urgent is said of the day that it is about.
  return bar.kind === "booked" ? count : `${count}: ${wordsOfOne(bar)}`;
}

function wordsOfOne({ kind, booking }: Strip): string {
  const day = weekdayAndDay(booking.day);
  switch (kind) {
    case "held":
      return m.booking_strip_held({ day, time: untilWords(booking.held_until ?? "") });
    case "taken":
      return m.booking_strip_taken({ day });
    case "booked":
      return m.booking_strip_booked({ day });
    case "lost":
      return m.booking_strip_lost({ day });
  }
}
