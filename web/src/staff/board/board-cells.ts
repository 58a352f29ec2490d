/**
 * Contents of the board's cells, and what may be dropped there. The server decides; this shows it
 * early.
 */
import type { BoardDay, DaysOff, Job, Technician, TimeWindow } from "./board-types.ts";

/** A crew's day: a job, free, or no crew. */
export type BoardCell =
  | { kind: "job"; job: Job; continuing?: Job }
  | { kind: "free"; continuing?: Job }
  | { kind: "none"; continuing?: undefined };

export type DraggedItem =
  | { kind: "job"; job: Job }
  | { kind: "technician"; technician: Technician };

export type DropRefusal = "past" | "closed" | "full" | "unfinished";

const OVER: readonly Job["order_status"][] = ["completed", "cancelled"];

const isOver = (job: Job) => OVER.includes(job.order_status);

/** Numbers from 1 to `last`; crews are numbered from 1. */
export const numbersUpTo = (last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1);

/** Whether staff may move a job; a held one belongs to the visitor who is paying for it. */
export const isMovable = (job: Job): boolean => job.status !== "held" && !isOver(job);

/** Whether a technician can be assigned; not without a day. */
export const needsTechnician = (job: Job): boolean =>
  job.status !== "needs_new_date" && !isOver(job);

/** Number of crew rows: that of the day with the most crews. */
export const boardRows = (days: readonly BoardDay[]): number =>
  Math.max(1, ...days.map((day) => Math.max(day.crews, ...crewsAtWork(day))));

const crewOf = (job: Job): number => job.crew_no ?? 1;

/** The crews with a job in either half of a day. */
export const crewsAtWork = (day: BoardDay): readonly number[] => [
  ...new Set([...day.jobs, ...day.continuing].map(crewOf)),
];

export function boardCells(day: BoardDay, rows: number): BoardCell[] {
  let free = Math.max(0, day.crews - crewsAtWork(day).length);
  return numbersUpTo(rows).map((crew): BoardCell => {
    const job = day.jobs.find((one) => crewOf(one) === crew);
    const continuing = day.continuing.find((one) => crewOf(one) === crew);
    if (job) return { kind: "job", job, ...(continuing && { continuing }) };
    if (continuing) return { kind: "free", continuing };
    if (free === 0) return { kind: "none" };
    free -= 1;
    return { kind: "free" };
  });
}

/** Why a job cannot be moved to a day; null when it can, including to its own day. */
export function dropRefusal(
  day: BoardDay,
  job: Job,
  today: string,
  window: TimeWindow = job.time_window,
): DropRefusal | null {
  if (day.day < today) return "past";
  if (job.status !== "needs_new_date" && job.day === day.day) return null;
  if (day.crews === 0) return "closed";
  const room = day.windows.find((one) => one.window === window);
  if (room?.crews_left) return null;
  return room && room.reason !== "full" ? "unfinished" : "full";
}

/** The job that this technician leads on a day, also one that ends in its morning. */
export const jobOfTechnician = (technician: Technician, day: BoardDay): Job | undefined =>
  [...day.jobs, ...day.continuing].find((job) => job.technician?.id === technician.id);

/** Whether two jobs need the same half of a day. */
const meets = (one: Job, other: Job): boolean =>
  one.day === other.day || one.ends_on === other.ends_on;

/** Another job that prevents this technician from leading this one. */
export function otherJobOf(
  technician: Technician,
  job: Job,
  days: readonly BoardDay[],
): Job | undefined {
  return days
    .flatMap((day) => day.jobs)
    .find(
      (other) =>
        other.technician?.id === technician.id &&
        other.appointment_id !== job.appointment_id &&
        meets(other, job),
    );
}

/** The days off of a technician; the release before sends none. */
export const daysOffOf = (technician: Technician): readonly DaysOff[] => technician.days_off ?? [];

/** The technician's days off that a day is one of. */
export const daysOffOn = (technician: Technician, day: string): DaysOff | undefined =>
  daysOffOf(technician).find(({ first_day, last_day }) => first_day <= day && day <= last_day);

export const canLead = (technician: Technician, job: Job, days: readonly BoardDay[]): boolean =>
  technician.is_active &&
  needsTechnician(job) &&
  !daysOffOn(technician, job.day) &&
  !daysOffOn(technician, job.ends_on) &&
  !otherJobOf(technician, job, days);

export const jobById = (
  id: string,
  { days, waiting }: { days: readonly BoardDay[]; waiting: readonly Job[] },
): Job | undefined =>
  [...days.flatMap((day) => day.jobs), ...waiting].find((job) => job.appointment_id === id);

export const minutesLeft = (until: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 60_000));
