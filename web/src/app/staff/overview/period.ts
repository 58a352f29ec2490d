/** The period of the overview. It is in the URL, so that it can be bookmarked and shared. */
import { dayOf } from "#lib/dates.ts";

export type Days = { from: string; to: string };
export type Preset = "7" | "30" | "90" | "month";

type PeriodChoiceValue = { preset: Preset | null; days: Days };

export const PRESETS: readonly Preset[] = ["7", "30", "90", "month"];
const USUAL: Preset = "30";
const A_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The period in the URL; 30 days when there is no valid one. */
export function chosenPeriod(query: URLSearchParams, today: string): PeriodChoiceValue {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (isOrdered({ from, to })) return { preset: null, days: { from, to } };
  const preset = PRESETS.find((each) => each === query.get("period")) ?? USUAL;
  return { preset, days: daysOf(preset, today) };
}

export const isOrdered = ({ from, to }: Days): boolean =>
  A_DAY.test(from) && A_DAY.test(to) && from <= to;

export const localToday = (): string => dayOf(new Date().toISOString());

/** Query string that keeps the period in links inside the overview. */
export const periodQuery = ({ preset, days }: PeriodChoiceValue): string =>
  preset ? `period=${preset}` : `from=${days.from}&to=${days.to}`;

function daysOf(preset: Preset, today: string): Days {
  if (preset === "month") return { from: `${today.slice(0, 8)}01`, to: today };
  return { from: daysBefore(today, Number(preset) - 1), to: today };
}

function daysBefore(day: string, count: number): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - count);
  return noon.toISOString().slice(0, 10);
}
