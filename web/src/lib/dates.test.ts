import { expect, test } from "vitest";
import {
  dayAndTimeOf,
  dayOf,
  lastDayBefore,
  longDay,
  shortDay,
  timeOf,
  untilWords,
} from "#lib/dates.ts";

test("a day is said with weekday, month, day and year", () => {
  expect(longDay("2026-03-05")).toBe("Thursday, March 5, 2026");
  expect(shortDay("2026-03-05")).toBe("Thu, Mar 5");
});

test("an instant is shown as it is in America/Chicago, also in summer", () => {
  expect(dayOf("2026-01-01T03:00:00Z")).toBe("2025-12-31");
  for (const instant of ["2026-01-15T14:30:00Z", "2026-07-15T13:30:00Z"])
    expect(timeOf(instant)).toMatch(/^8:30\sAM$/);
  expect(dayAndTimeOf("2026-01-16T03:30:00Z")).toMatch(/^Thu, Jan 15, 9:30\sPM$/);
  expect(lastDayBefore("2026-11-28T06:00:00Z")).toBe("2026-11-27");
});

test("the end of a hold names its day when it is not today in America/Chicago", () => {
  const end = "2026-11-30T18:00:00Z";
  expect(untilWords(end, Date.parse("2026-11-30T06:01:00Z"))).toMatch(/^12:00\sPM$/);
  expect(untilWords(end, Date.parse("2026-11-30T05:59:00Z"))).toMatch(
    /^12:00\sPM on Monday, November 30$/,
  );
});
