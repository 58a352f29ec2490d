import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { type RefCallback, type RefObject, useCallback, useEffect, useRef } from "react";
import { useStaffQuery } from "#api/staff-calls.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { useNow } from "#ui/use-now.ts";
import { jobById } from "./board-cells.ts";
import type { Board, Job, Missing, Technician, TimeWindow } from "./board-types.ts";

export type Move = { job: Job; day: string; window: TimeWindow; reason: string };
export type Assignment = { job: Job; technician: Technician | null };
const OTHERS_CHANGE_IT_MS = 20_000; // staff and visitors change the board meanwhile

/** `days` days of the board starting at `from`, refreshed while shown. */
export const useBoard = (from: string, days: number) =>
  useStaffQuery(
    staffKeys.board.days(from, days),
    "/api/staff/board",
    { query: { from, days } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: OTHERS_CHANGE_IT_MS,
      refetchOnWindowFocus: true,
    },
  );

/** What each job of these days still lacks, by its order; undefined until it is known. */
export const useReadiness = (from: string, days: number) =>
  useStaffQuery(
    staffKeys.board.readiness(from, days),
    "/api/staff/readiness",
    { query: { from, days } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: OTHERS_CHANGE_IT_MS,
      select: (jobs): ReadonlyMap<string, readonly Missing[]> =>
        new Map(jobs.map(({ order_id, missing }) => [order_id, missing])),
    },
  ).data;

/** The booked diagnostic visits of these days, which take no crew. */
export const useVisits = (from: string, days: number) =>
  useStaffQuery(
    staffKeys.board.visits(from, days),
    "/api/staff/diagnostics",
    { query: { from, days } },
    { placeholderData: keepPreviousData, refetchInterval: OTHERS_CHANGE_IT_MS },
  );

/** Where the jobs of a day would move if it were closed now. */
export const useClosingPlan = (day: string) =>
  useStaffQuery(staffKeys.board.closing(day), "/api/staff/crew-days/{day}/closing", {
    path: { day },
  });

/** Returns the function that reloads every range of days on the screen. */
export function useBoardRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => reload(queries, staffKeys.board.all);
}

const TICK_MS = 10_000; // the display counts minutes

/** The server's time in milliseconds: its last value plus the local time elapsed since. */
export const useServerNow = (serverTime: string, heardAtMs: number): number =>
  Date.parse(serverTime) + Math.max(0, useNow(TICK_MS) - heardAtMs);

/** When the board is loaded again after our change, focus the changed job at its new place. */
export function useFocusDroppedJob(
  board: Board,
  screen: RefObject<HTMLElement | null>,
): (id: string) => void {
  const landing = useRef<string | null>(null);

  useEffect(() => {
    if (!landing.current) return;
    const isHere = jobById(landing.current, board) !== undefined;
    const card = isHere ? `[data-job="${landing.current}"]` : "[role='grid'] [tabindex='0']";
    screen.current?.querySelector<HTMLElement>(card)?.focus();
    landing.current = null;
  }, [board, screen]);

  return (id) => {
    landing.current = id;
  };
}

/**
 * Focus an element that has just appeared: a form itself, in any other its first button or link.
 */
export function useFocusOnOpen<Arriving extends HTMLElement>(): RefCallback<Arriving> {
  return useCallback((arriving: Arriving) => {
    // After the dialog was shown, because it focuses its close button itself.
    const frame = requestAnimationFrame(() => {
      const isForm = arriving instanceof HTMLFormElement;
      (isForm ? arriving : arriving.querySelector<HTMLElement>("button, a"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
