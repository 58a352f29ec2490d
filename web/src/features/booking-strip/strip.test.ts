import { expect, test } from "vitest";
import type { BookingSummary } from "#api/my-booking.ts";
import { barOf, stripOf } from "./strip.ts";

const NOW = new Date("2026-11-22T03:20:00Z");
const booking = (change: Partial<BookingSummary> = {}): BookingSummary => ({
  id: "held-one",
  code: "SB-7K3F9",
  status: "reserved",
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  total_cents: 12_694_77,
  visit_status: "held",
  day: "2026-12-16",
  time_window: "morning",
  start_at: "2026-12-16T14:30:00Z",
  end_at: "2026-12-16T18:30:00Z",
  held_until: "2026-11-22T03:47:00Z",
  next_step: "pay_fee",
  reserved_at: "2026-11-22T03:12:00Z",
  ...change,
});
const confirmed = booking({
  id: "paid-one",
  status: "scheduled",
  visit_status: "confirmed",
  held_until: null,
  next_step: "send_photos",
});

test.each<[string, Partial<BookingSummary>, [string, string] | null]>([
  ["a held day leads to its payment", {}, ["held", "/finalize-installation?order=held-one"]],
  [
    "a held day without a fee leads to its confirmation",
    { next_step: "confirm" },
    ["held", "/confirm-appointment?order=held-one"],
  ],
  [
    "a hold that ran out since it was loaded is not said to be held",
    { held_until: "2026-11-22T03:19:00Z" },
    ["lost", "/finalize-installation?order=held-one"],
  ],
  [
    "a hold that ran out is told until its day is over",
    { visit_status: "expired", held_until: null },
    ["lost", "/finalize-installation?order=held-one"],
  ],
  [
    "a day of the past is not told",
    { visit_status: "expired", held_until: null, end_at: "2026-11-20T18:30:00Z" },
    null,
  ],
  [
    "a day that was taken before the payment came is chosen anew in My booking",
    { visit_status: "needs_new_date", held_until: null, next_step: "choose_date" },
    ["taken", "/my-booking?order=held-one"],
  ],
  ["a canceled order is not told", { status: "cancelled", visit_status: "cancelled" }, null],
  ["a finished one is not told", { status: "completed", visit_status: "confirmed" }, null],
])("TRUTH-02.3 %s", (_, change, told) => {
  const strip = stripOf([booking(change)], NOW);

  expect(strip && [strip.kind, strip.path]).toEqual(told);
});

test("TRUTH-02.3 a held day goes before a paid one, a paid one before one that ran out", () => {
  const lost = booking({ id: "lost-one", held_until: null, visit_status: "expired" });

  expect(stripOf([confirmed, booking()], NOW)?.booking.id).toBe("held-one");
  expect(stripOf([lost, confirmed], NOW)?.booking.id).toBe("paid-one");
  expect(stripOf([], NOW)).toBeNull();
});

test("TRUTH-02.2 TRUTH-02.3 of two bookings a bar says how many there are, and leads to their list", () => {
  const lost = booking({ id: "lost-one", held_until: null, visit_status: "expired" });
  const other = { ...confirmed, id: "other-one" };

  const several = { path: "/my-booking", several: 2 };
  expect(barOf([other, confirmed], NOW)).toMatchObject({ kind: "booked", ...several });
  // A held day has to be finished first.
  expect(barOf([confirmed, booking()], NOW)).toMatchObject({
    kind: "held",
    path: "/finalize-installation?order=held-one",
    several: null,
  });
  // The list has those that do not stand too.
  expect(barOf([other, confirmed, lost], NOW)).toMatchObject({ kind: "booked", several: 3 });
});

test("TRUTH-02.4 beside one that was not paid in time, the only booking is named", () => {
  const lost = booking({ id: "lost-one", held_until: null, visit_status: "expired" });

  expect(barOf([lost, confirmed], NOW)).toMatchObject({
    path: "/my-booking?order=paid-one",
    several: null,
  });
  expect(barOf([], NOW)).toBeNull();
});
