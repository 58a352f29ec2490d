/** Calendar days as plain dates ("2025-12-08"), free of clocks and time zones. */

const DAY_MS = 86_400_000;

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10);

const weekdayOf = (day: string): number => new Date(noon(day)).getUTCDay();

/** The Sunday that starts the day's week (WIZ-05.1). */
export const weekOf = (day: string): string => addDays(day, -weekdayOf(day));

export const daysOfWeek = (sunday: string): string[] =>
  [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(sunday, days));

export const within = (day: string, first: string, last: string): string => {
  if (day < first) return first;
  return day > last ? last : day;
};

/** The day an arrow, Home, End or Page key moves to in a calendar grid; null for any other key. */
export function dayAfterKey(key: string, day: string): string | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    PageUp: -7,
    PageDown: 7,
    Home: -weekdayOf(day),
    End: 6 - weekdayOf(day),
  };
  const days = steps[key];
  return days === undefined ? null : addDays(day, days);
}

const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" });
  return (day: string): string => format.format(noon(day));
};

export const weekdayName = named({ weekday: "long" });
export const weekdayInitials = named({ weekday: "short" });
const monthDay = named({ month: "short", day: "numeric" });
export const dayOfMonth = named({ day: "numeric" });
const yearOf = named({ year: "numeric" });

/** The Sundays from the week of the first day to that of the last. */
export function weeksBetween(first: string, last: string): string[] {
  const weeks: string[] = [];
  for (let week = weekOf(first); week <= last; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

/** "Dec 7 – 13, 2025", with both months when the weeks span two. */
export function weekLabel(sunday: string, lastSunday: string = sunday): string {
  const saturday = addDays(lastSunday, 6);
  const sameMonth = sunday.slice(0, 7) === saturday.slice(0, 7);
  const end = sameMonth ? dayOfMonth(saturday) : monthDay(saturday);
  return `${monthDay(sunday)} – ${end}, ${yearOf(saturday)}`;
}
