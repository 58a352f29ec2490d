/** How a whole column of the board looks: which day it is, and what may be let go there. */
import type { Board, BoardDay } from "#lib/api/staff-board.ts";
import { dropRefusal, isMovable } from "./board-cells.ts";
import type { DragState } from "./drag-state.ts";

type ColumnContext = { board: Board; day: string; hands: DragState };

export type ColumnAttributes = ReturnType<typeof columnAttributes>;

/** Attributes of each cell of the column; `day` is the one that a phone shows. */
export function columnAttributes(one: BoardDay, { board, day, hands }: ColumnContext) {
  const isWelcome = canDrop(one, { board, hands });
  return {
    "data-day": one.day,
    "data-shown": one.day === day || undefined,
    "data-today": one.day === board.today || undefined,
    "data-past": one.day < board.today || undefined,
    "data-closed": one.crews === 0 || undefined,
    "data-off": one.is_weekday_off || undefined,
    "data-welcome": isWelcome ?? undefined,
    "data-over": (isWelcome && hands.over.day === one.day) || undefined,
  };
}

/** Whether the job that is carried may be let go on this day; null where it stands, and when none is. */
function canDrop(one: BoardDay, { board, hands }: Omit<ColumnContext, "day">): boolean | null {
  if (hands.carried?.kind !== "job") return null;
  const { job } = hands.carried;
  if (job.day === one.day && job.status !== "needs_new_date") return null;
  return isMovable(job) && dropRefusal(one, job, board.today) === null;
}
