import { expect, test } from "vitest";
import type { BookingSummary } from "#api/my-booking.ts";
import { stripOf } from "./strip.ts";

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
