/** Formatting of dates in the market’s time zone. A day is "2026-03-05"; an instant is ISO 8601 in UTC. */

import { time_zone as ZONE } from "@market/calendar.json";
import { m } from "#paraglide/messages.js";

// Each is made once: to make one takes a phone several milliseconds, and a calendar names many days.
const formats = new Map<string, Intl.DateTimeFormat>();

function inWords(options: Intl.DateTimeFormatOptions, as = LOCALE): Intl.DateTimeFormat {
  const key = as + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(as, options);
  formats.set(key, format);
  return format;
}

const LONG = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;
const SHORT = { weekday: "short", month: "short", day: "numeric" } as const;

// A day has no time zone: it is parsed and formatted at noon UTC.
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/** "Thursday, March 5, 2026" */
export const longDay = (day: string): string =>
  inWords({ ...LONG, timeZone: "UTC" }).format(noonOf(day));

/** "Thursday, March 5" */
export const weekdayAndDay = (day: string): string =>
  inWords({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" }).format(noonOf(day));

/** "Thu, Mar 5" */
export const shortDay = (day: string): string =>
  inWords({ ...SHORT, timeZone: "UTC" }).format(noonOf(day));

/** "Thursday morning, March 5" */
export function halfDay(day: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    inWords({ ...options, timeZone: "UTC" }).format(noonOf(day));
  return m.date_half_day({
    weekday: part({ weekday: "long" }),
    day: part({ month: "long", day: "numeric" }),
  });
}

/** "Mar 5, 2026" */
export const dayAndYear = (day: string): string =>
  inWords({ month: "short", day: "numeric", year: "numeric", timeZone: "UTC" }).format(noonOf(day));

/** The market's date at an instant: "2026-03-05". */
export const dayOf = (instant: string): string =>
  inWords({ year: "numeric", month: "2-digit", day: "2-digit", timeZone: ZONE }, "en-CA").format(
    new Date(instant),
  );

/** The market's time at an instant: "3:35 PM". */
export const timeOf = (instant: string): string =>
  inWords({ hour: "numeric", minute: "2-digit", timeZone: ZONE }).format(new Date(instant));

/** The same as 24 hours: "15:35". */
export const clockOf = (instant: string): string =>
  inWords({ hour: "2-digit", minute: "2-digit", timeZone: ZONE }, "en-GB").format(
    new Date(instant),
  );

/** "Sun, Dec 6, 8:30 AM": so many hours before a day's time ("08:30"), by the clock on the wall. */
export const wallClockBefore = (day: string, time: string, hours: number): string =>
  inWords({ ...SHORT, hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(
    Date.parse(`${day}T${time}:00Z`) - hours * 3_600_000,
  );

/** "Thu, Dec 24": so many days after the market's today. */
export const daysFromNow = (days: number, now = Date.now()): string =>
  shortDay(dayOf(new Date(now + days * 86_400_000).toISOString()));

/** Last day of a period that ends at this instant, usually a midnight: "2026-03-04". */
export const lastDayBefore = (instant: string): string =>
  dayOf(new Date(Date.parse(instant) - 1).toISOString());

/** The market's date and time at an instant: "Thu, Mar 5, 3:35 PM". */
export const dayAndTimeOf = (instant: string): string =>
  inWords({ ...SHORT, hour: "numeric", minute: "2-digit", timeZone: ZONE }).format(
    new Date(instant),
  );

/** "3:35 PM" of an end that is today in the market, else with its day: "12:00 PM on Monday, March 9". */
export function untilWords(instant: string, now = Date.now()): string {
  const day = dayOf(instant);
  const time = timeOf(instant);
  return day === dayOf(new Date(now).toISOString())
    ? time
    : m.date_time_on_day({ time, day: weekdayAndDay(day) });
}
