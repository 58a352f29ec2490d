import { dayAndTimeOf, lastDayBefore, shortDay, timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";

const MIDNIGHT = "12:00 AM";

/** "Thu, Mar 5, 3:35 PM"; at a midnight "the end of Wed, Mar 4", which nobody reads a day late. */
export const deadline = (instant: string): string =>
  timeOf(instant) === MIDNIGHT
    ? m.staff_end_of_day({ day: shortDay(lastDayBefore(instant)) })
    : dayAndTimeOf(instant);
