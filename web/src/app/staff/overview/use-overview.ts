import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { chosenPeriod, type Days, localToday, periodQuery } from "./period.ts";

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
  useQuery({
    queryKey: ["overview", days],
    queryFn: () => unwrap(staff.GET("/api/staff/overview", { params: { query: days } })),
    placeholderData: keepPreviousData,
    refetchInterval: A_MINUTE,
  });

type MetricRowsQuery = { days: Days; zip: string | null; page: number };

export const useRows = (metric: Metric, { days, zip, page }: MetricRowsQuery) =>
  useQuery({
    queryKey: ["overview", metric, days, zip, page],
    queryFn: () =>
      unwrap(
        staff.GET("/api/staff/overview/{figure}", {
          params: { path: { figure: metric }, query: { ...days, page, zip_code: zip } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Replay a dead letter, then reload the metrics. */
export function useReplay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (messageId: number) =>
      unwrap(
        staff.POST("/api/staff/messages/{message_id}/replay", {
          params: { path: { message_id: messageId } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ["overview"] }),
  });
}
