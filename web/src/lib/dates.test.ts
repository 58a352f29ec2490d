import { expect, test } from "vitest";
import { dayAndTimeOf, dayOf, lastDayBefore, longDay, shortDay, timeOf } from "#lib/dates.ts";

test("a day is said with weekday, month, day and year", () => {
  expect(longDay("2026-03-05")).toBe("Thursday, March 5, 2026");
  expect(shortDay("2026-03-05")).toBe("Thu, Mar 5");
});

test("an instant is shown as it is in America/Chicago", () => {
  expect(dayOf("2026-01-01T03:00:00Z")).toBe("2025-12-31");
  expect(timeOf("2026-01-15T14:30:00Z")).toMatch(/^8:30\sAM$/);
});

test("summer time counts", () => {
  expect(timeOf("2026-07-15T13:30:00Z")).toMatch(/^8:30\sAM$/);
});

test("an instant is said with its day and time in America/Chicago", () => {
  expect(dayAndTimeOf("2026-01-16T03:30:00Z")).toMatch(/^Thu, Jan 15, 9:30\sPM$/);
});

test("what ends at midnight ends with the day before it", () => {
  expect(lastDayBefore("2026-11-28T06:00:00Z")).toBe("2026-11-27");
});
