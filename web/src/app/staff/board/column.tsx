/** A column of the board: its day, and whether the dragged item may be dropped there. */
import type { Board, BoardDay } from "#api/staff-board.ts";
import { dropRefusal, isMovable } from "./board-cells.ts";
import type { DragState } from "./drag-state.ts";

type ColumnContext = { board: Board; day: string; dragState: DragState };

export type Column = ReturnType<typeof columnOf>;

const CLOSED =
  "bg-[repeating-linear-gradient(-45deg,var(--surface-sunken)_0_8px,var(--line)_8px_9px)]";

/** Attributes and look of each cell of the column; `day` is the one a phone shows. */
export function columnOf(one: BoardDay, { board, day, dragState }: ColumnContext) {
  const isWelcome = canDrop(one, { board, dragState });
  const isOver = isWelcome === true && dragState.over.day === one.day;
  return {
    isWelcome,
    attributes: {
      "data-day": one.day,
      "data-welcome": isWelcome ?? undefined,
      "data-over": isOver || undefined,
    },
    look: [
      groundOf(one, board.today, isWelcome),
      isOver ? "inset-ring-2 inset-ring-success" : "",
      isWelcome === false ? "cursor-not-allowed opacity-40" : "",
      one.day === day ? "" : "max-sm:hidden",
    ].join(" "),
  };
}

function groundOf(one: BoardDay, today: string, isWelcome: boolean | null): string {
  if (isWelcome) return "bg-success-surface";
  if (one.day === today) return "bg-info-surface";
  if (one.crews === 0) return CLOSED;
  return one.day < today || one.is_weekday_off ? "bg-surface-sunken" : "";
}

// Null when no job is dragged, or on the job's own day.
function canDrop(one: BoardDay, { board, dragState }: Omit<ColumnContext, "day">): boolean | null {
  if (dragState.dragged?.kind !== "job") return null;
  const { job } = dragState.dragged;
  if (job.day === one.day && job.status !== "needs_new_date") return null;
  return isMovable(job) && dropRefusal(one, job, board.today) === null;
}
