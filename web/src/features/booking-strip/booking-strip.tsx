import { useSearch } from "wouter";
import { hasBookings, useMyBookings } from "#api/my-booking.ts";
import { timeOf, weekdayAndDay } from "#lib/dates.ts";
import { orderIn } from "#lib/order-address.ts";
import { m } from "#paraglide/messages.js";
import { type Strip, type StripKind, stripOf } from "./strip.ts";

const ACTIONS: Record<StripKind, () => string> = {
  held: m.booking_strip_held_action,
  taken: m.booking_strip_taken_action,
  booked: m.booking_strip_booked_action,
  lost: m.booking_strip_lost_action,
};

/**
 * One line about the booking that this browser has, in every tab: until when a day is held and the
 * way to finish it, or the way to My booking. Nothing where the page is about that booking itself.
 */
export function BookingStrip() {
  const named = orderIn(useSearch());
  const { data: bookings } = useMyBookings({ enabled: hasBookings() });
  const strip = stripOf(bookings ?? [], new Date());

  if (!strip || strip.booking.id === named) return null;
  return (
    <aside
      className="border-b border-line bg-info-surface px-gutter text-info print:hidden"
      aria-label={m.booking_strip_label()}
    >
      <a
        className="mx-auto flex min-h-target max-w-264 flex-wrap items-center gap-x-3 py-1 text-sm leading-snug no-underline"
        href={strip.path}
      >
        <span>{wordsOf(strip)}</span>
        <strong className="underline underline-offset-[0.25em]">{ACTIONS[strip.kind]()}</strong>
      </a>
    </aside>
  );
}

function wordsOf({ kind, booking }: Strip): string {
  const day = weekdayAndDay(booking.day);
  switch (kind) {
    case "held":
      return m.booking_strip_held({ day, time: timeOf(booking.held_until ?? "") });
    case "taken":
      return m.booking_strip_taken({ day });
    case "booked":
      return m.booking_strip_booked({ day });
    case "lost":
      return m.booking_strip_lost({ day });
  }
}
