/** The half days of a job: what the server says of where its work ends, in words. */
import { dayOf, halfDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";

/** "We finish Wednesday morning, December 23." of a visit that ends on a later day; else null. */
export const finishOf = (visit: { start_at: string; ends_on: string }): string | null =>
  visit.ends_on === dayOf(visit.start_at) ? null : finishes(visit.ends_on);

/** The same of the day on which an afternoon's work ends. */
export const finishes = (endsOn: string): string =>
  m.appointment_date_afternoon_ends({ half_day: halfDay(endsOn) });
