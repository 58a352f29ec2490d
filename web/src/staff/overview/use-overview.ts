import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { Schemas } from "#api/client.ts";
import { useStaffMutation, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { addDays } from "#features/appointment/week.ts";
import { dayOf } from "#lib/dates.ts";

export type Metric = Schemas["Metric"];
export type Overview = Schemas["OverviewOut"];
export type MetricRows = Schemas["FigureRowsOut"];
export type MetricRow = Schemas["FigureRowOut"];

const A_MINUTE = 60_000;

/** The period in the URL, and the query string that keeps it. */
export function usePeriod() {
  const [query, setQuery] = useSearchParams();
  const chosen = chosenPeriod(query, localToday());
  return { ...chosen, query, setQuery, kept: periodQuery(chosen) };
}

export const useOverview = (days: Days) =>
  useStaffQuery(
    staffKeys.overview.figures(days),
    "/api/staff/overview",
    { query: days },
    { placeholderData: keepPreviousData, refetchInterval: A_MINUTE },
  );

type MetricRowsQuery = { days: Days; zip: string | null; page: number };

export const useRows = (metric: Metric, { days, zip, page }: MetricRowsQuery) =>
  useStaffQuery(
    staffKeys.overview.rows(metric, days, zip, page),
    "/api/staff/overview/{figure}",
    { path: { figure: metric }, query: { ...days, page, zip_code: zip } },
    { placeholderData: keepPreviousData },
  );

/** Replay a dead letter, then reload the metrics. */
export const useReplay = () =>
  useStaffMutation("post", "/api/staff/messages/{message_id}/replay", {
    reloads: [staffKeys.overview.all],
  });

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
  return { from: addDays(today, 1 - Number(preset)), to: today };
}
