import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefCallback, type RefObject, useCallback, useEffect, useRef } from "react";
import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { useNow } from "#ui/use-now.ts";
import { jobById } from "./board-cells.ts";
import type { Board, DaysOff, Job, Missing, Technician, TimeWindow, Visit } from "./board-types.ts";

export type Move = { job: Job; day: string; window: TimeWindow; reason: string };
export type Assignment = { job: Job; technician: Technician | null };
type Crews = { day: string; crews: number; reason: string };
type Correction = {
  id: string;
  name?: string;
  phone?: string;
  license_number?: string;
  is_active?: boolean;
  user_id?: string;
};

type Closing = Schemas["ClosingIn"] & { day: string };

const MANY_MOVES_TIMEOUT_MS = 120_000;
const TIMEOUT_MS = 20_000;
const timeout = () => AbortSignal.timeout(TIMEOUT_MS);

const of = (job: Job) => ({ path: { appointment_id: job.appointment_id } });

export const staffBoard = {
  move: ({ job, day, window, reason }: Move) =>
    unwrap(
      staff.POST("/api/staff/appointments/{appointment_id}/move", {
        params: of(job),
        body: { day, time_window: window, reason, seen_version: job.order_version },
        signal: timeout(),
      }),
    ),
  send: ({ job, technician }: Assignment) =>
    unwrap(
      staff.POST("/api/staff/appointments/{appointment_id}/technician", {
        params: of(job),
        body: { technician_id: technician?.id ?? null, seen_version: job.order_version },
        signal: timeout(),
      }),
    ),
  setCrews: ({ day, ...body }: Crews) =>
    unwrap(
      staff.PUT("/api/staff/crew-days/{day}", {
        params: { path: { day } },
        body,
        signal: timeout(),
      }),
    ),
  closeDay: ({ day, ...body }: Closing) =>
    unwrap(
      staff.POST("/api/staff/crew-days/{day}/closing", {
        params: { path: { day } },
        body,
        signal: AbortSignal.timeout(MANY_MOVES_TIMEOUT_MS),
      }),
    ),
  addTechnician: (body: { name: string; phone: string; license_number?: string }) =>
    unwrap(staff.POST("/api/staff/technicians", { body, signal: timeout() })),
  correctTechnician: ({ id, ...body }: Correction) =>
    unwrap(
      staff.PATCH("/api/staff/technicians/{technician_id}", {
        params: { path: { technician_id: id } },
        body,
        signal: timeout(),
      }),
    ),
  addDaysOff: ({ id, first_day, last_day }: DaysOff & { id: string }) =>
    unwrap(
      staff.PUT("/api/staff/technicians/{technician_id}/days-off/{day}", {
        params: { path: { technician_id: id, day: first_day } },
        body: { last_day },
        signal: timeout(),
      }),
    ),
  removeDaysOff: ({ id, first_day }: { id: string; first_day: string }) =>
    unwrap(
      staff.DELETE("/api/staff/technicians/{technician_id}/days-off/{day}", {
        params: { path: { technician_id: id, day: first_day } },
        signal: timeout(),
      }),
    ),
  assignVisit: ({ visit, technicianId }: { visit: Visit; technicianId: string | null }) =>
    unwrap(
      staff.POST("/api/staff/diagnostics/{visit_id}/technician", {
        params: { path: { visit_id: visit.id } },
        body: { technician_id: technicianId, seen_version: visit.version },
        signal: timeout(),
      }),
    ),
} as const;

const OTHERS_CHANGE_IT_MS = 20_000; // staff and visitors change the board meanwhile

/** `days` days of the board starting at `from`, refreshed while shown. */
export const useBoard = (from: string, days: number) =>
  useQuery({
    queryKey: staffKeys.board.days(from, days),
    queryFn: () => unwrap(staff.GET("/api/staff/board", { params: { query: { from, days } } })),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_CHANGE_IT_MS,
    refetchOnWindowFocus: true,
  });

/** What each job of these days still lacks, by its order; undefined until it is known. */
export const useReadiness = (from: string, days: number) =>
  useQuery({
    queryKey: staffKeys.board.readiness(from, days),
    queryFn: () => unwrap(staff.GET("/api/staff/readiness", { params: { query: { from, days } } })),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_CHANGE_IT_MS,
    select: (jobs): ReadonlyMap<string, readonly Missing[]> =>
      new Map(jobs.map(({ order_id, missing }) => [order_id, missing])),
  }).data;

/** The booked diagnostic visits of these days, which take no crew. */
export const useVisits = (from: string, days: number) =>
  useQuery({
    queryKey: staffKeys.board.visits(from, days),
    queryFn: () =>
      unwrap(staff.GET("/api/staff/diagnostics", { params: { query: { from, days } } })),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_CHANGE_IT_MS,
  });

/** Where the jobs of a day would move if it were closed now. */
export const useClosingPlan = (day: string) =>
  useQuery({
    queryKey: staffKeys.board.closing(day),
    queryFn: () =>
      unwrap(staff.GET("/api/staff/crew-days/{day}/closing", { params: { path: { day } } })),
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
