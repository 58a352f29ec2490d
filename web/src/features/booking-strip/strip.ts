/**
 * What a page says of the bookings that this browser has (TRUTH-02): the most urgent one, and how
 * many there are.
 */
import type { BookingSummary } from "#api/my-booking.ts";

export type StripKind = "held" | "taken" | "booked" | "lost";
export type Strip = {
  kind: StripKind;
  booking: BookingSummary & { day: string };
  /** Where it is finished, or looked at. */
  path: string;
};

/** What a bar says: of one booking, or of the most urgent of several, all in the list. */
export type Bar = Strip & {
  /** As the list has them; null where only one stands. */
  several: number | null;
};

const ORDER: readonly StripKind[] = ["held", "taken", "booked", "lost"];
const FINALIZE = "/finalize-installation";
const MY_BOOKING = "/my-booking";

/** The booking to speak of, of those newest first; null where there is nothing to say. */
export function stripOf(bookings: readonly BookingSummary[], now: Date): Strip | null {
  return stripsOf(bookings, now)[0] ?? null;
}

/**
 * The same, leading to the list where several bookings stand: one that was not paid is none. A held
 * day goes before: its way is the one that finishes it.
 */
export function barOf(bookings: readonly BookingSummary[], now: Date): Bar | null {
  const strips = stripsOf(bookings, now);
  const [strip] = strips;
  if (!strip) return null;
  const isSeveral = strips.filter(({ kind }) => kind !== "lost").length > 1;
  return isSeveral && strip.kind !== "held"
    ? { ...strip, path: MY_BOOKING, several: bookings.length }
    : { ...strip, several: null };
}

function stripsOf(bookings: readonly BookingSummary[], now: Date): Strip[] {
  const strips = bookings.flatMap((booking) => {
    const kind = kindOf(booking, now);
    return kind && booking.day
      ? [{ kind, booking: { ...booking, day: booking.day }, path: pathOf(kind, booking) }]
      : [];
  });
  return strips.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function kindOf(booking: BookingSummary, now: Date): StripKind | null {
  const { status, visit_status, held_until, end_at } = booking;
  if (status === "cancelled" || status === "completed" || !end_at) return null;
  if (held_until) return Date.parse(held_until) > now.getTime() ? "held" : "lost";
  if (visit_status === "needs_new_date") return "taken";
  if (visit_status === "confirmed") return "booked";
  // A day that is over cannot be reserved any more.
  return Date.parse(end_at) > now.getTime() ? "lost" : null;
}

function pathOf(kind: StripKind, { id, next_step }: BookingSummary): string {
  if (kind === "taken" || kind === "booked") return `${MY_BOOKING}?order=${id}`;
  return `${next_step === "confirm" ? "/confirm-appointment" : FINALIZE}?order=${id}`;
}
