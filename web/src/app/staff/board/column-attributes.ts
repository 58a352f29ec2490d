/**
 * Attributes of a column of the board: its day, and whether the dragged item may be dropped there.
 */
import type { Board, BoardDay } from "#api/staff-board.ts";
import { dropRefusal, isMovable } from "./board-cells.ts";
import type { DragState } from "./drag-state.ts";

type ColumnContext = { board: Board; day: string; dragState: DragState };

export type ColumnAttributes = ReturnType<typeof columnAttributes>;

/** Attributes for each cell of the column; `day` is the one a phone shows. */
export function columnAttributes(one: BoardDay, { board, day, dragState }: ColumnContext) {
  const isWelcome = canDrop(one, { board, dragState });
  return {
    "data-day": one.day,
    "data-shown": one.day === day || undefined,
    "data-today": one.day === board.today || undefined,
    "data-past": one.day < board.today || undefined,
    "data-closed": one.crews === 0 || undefined,
    "data-off": one.is_weekday_off || undefined,
    "data-welcome": isWelcome ?? undefined,
    "data-over": (isWelcome && dragState.over.day === one.day) || undefined,
  };
}

// Null when no job is dragged, or on the job's own day.
function canDrop(one: BoardDay, { board, dragState }: Omit<ColumnContext, "day">): boolean | null {
  if (dragState.dragged?.kind !== "job") return null;
  const { job } = dragState.dragged;
  if (job.day === one.day && job.status !== "needs_new_date") return null;
  return isMovable(job) && dropRefusal(one, job, board.today) === null;
}
