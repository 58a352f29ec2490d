import type { Board, BoardDay } from "#api/staff-board.ts";
import { GridTable } from "#ui/grid-table.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { type BoardCell, boardCells, boardRows, canLead, numbersUpTo } from "./board-cells.ts";
import { type Column, columnOf } from "./column.tsx";
import { boardWords as words } from "./copy.ts";
import { DayHead } from "./day-head.tsx";
import type { DragState } from "./drag-state.ts";
import type { OpenJob } from "./job/job-dialog.tsx";
import { JobCard } from "./job-card.tsx";
import { useCursor } from "./use-cursor.ts";
import { useServerNow } from "./use-server-now.ts";

type BoardTableProps = {
  board: Board;
  heardAtMs: number;
  /** The day a phone shows; wider screens show the others too. */
  day: string;
  dragState: DragState;
  onGo: (day: string) => void;
  onOpen: (open: OpenJob) => void;
  /** Null for a role that may only read. */
  onCrews: ((day: string) => void) | null;
};

/** Board grid: days as columns, crews as rows. */
export function BoardTable({ board, heardAtMs, day, dragState, ...on }: BoardTableProps) {
  const { onGo, onOpen, onCrews } = on;
  const { days } = board;
  const rows = boardRows(days);
  const shownDay = days.find((one) => one.day === day);
  const shown = shownDay ? boardCells(shownDay, rows) : [];
  const nowMs = useServerNow(board.now, heardAtMs);
  const { table, cursor, onFocus, onKeyDown } = useCursor({ days, rows, onGo });

  return (
    <div className="relative min-w-0 overflow-x-auto rounded-sm border border-line bg-surface">
      <GridTable
        ref={table}
        className="w-full min-w-272 table-fixed border-separate border-spacing-0 max-sm:min-w-0 xl:min-w-224"
        aria-label={words.table}
        aria-describedby="board-hint"
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        <caption className="sr-only" id="board-hint">
          {words.tableHint}
        </caption>
        <thead>
          <tr>
            <td className={FIRST_COLUMN} />
            {days.map((one) => (
              <DayHead
                key={one.day}
                day={one}
                today={board.today}
                column={columnOf(one, { board, day, dragState })}
                onCrews={onCrews}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {numbersUpTo(rows).map((crew) => (
            <tr className={shown[crew - 1]?.kind === "none" ? "max-sm:hidden" : ""} key={crew}>
              <th
                scope="row"
                className={`${FIRST_COLUMN} pt-3 pr-2 pb-0 pl-3 text-start align-top text-xs font-medium whitespace-nowrap text-quiet`}
              >
                {words.crew(crew)}
              </th>
              {days.map((one, index) => (
                <PlaceCell
                  key={one.day}
                  place={boardCells(one, rows)[crew - 1] ?? NONE}
                  crew={crew}
                  day={one}
                  board={board}
                  nowMs={nowMs}
                  dragState={dragState}
                  column={columnOf(one, { board, day, dragState })}
                  isCursor={cursor.row === crew - 1 && cursor.column === index}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </GridTable>
    </div>
  );
}

const FIRST_COLUMN = "sticky start-0 z-1 w-17 bg-surface";
const PLACE =
  "h-29 border-s border-line p-1 align-top transition-[background-color,opacity] focus-visible:outline-2 focus-visible:-outline-offset-3 in-[tr:last-child]:pb-2";
const FREE = { usual: "border-line text-quiet", welcome: "border-success text-success" };

const NONE: BoardCell = { kind: "none" };

type PlaceCellProps = {
  place: BoardCell;
  crew: number;
  day: BoardDay;
  board: Board;
  nowMs: number;
  dragState: DragState;
  column: Column;
  isCursor: boolean;
  onOpen: (open: OpenJob) => void;
};

function PlaceCell({ place, crew, day, board, nowMs, dragState, column, ...rest }: PlaceCellProps) {
  const { isCursor, onOpen } = rest;
  const tabIndex = isCursor ? 0 : -1;
  if (place.kind === "job") {
    const technician =
      dragState.dragged?.kind === "technician" ? dragState.dragged.technician : null;
    return (
      <td {...column.attributes} className={`${PLACE} ${column.look}`}>
        <JobCard
          job={place.job}
          nowMs={nowMs}
          dragState={dragState}
          isWelcome={technician && canLead(technician, place.job, board.days)}
          tabIndex={tabIndex}
          onOpen={onOpen}
        />
      </td>
    );
  }
  const isFree = place.kind === "free";
  const free = isFree ? FREE[column.isWelcome ? "welcome" : "usual"] : "border-transparent";
  const emptyText = isFree ? words.freePlace : words.none;
  return (
    <td {...column.attributes} className={`${PLACE} ${column.look}`} tabIndex={tabIndex}>
      <span
        className={`flex h-full min-h-26 items-center justify-center rounded-sm border border-dashed text-xs ${free}`}
        aria-hidden="true"
      >
        {isFree ? words.free : ""}
      </span>
      <VisuallyHidden>{emptyText(crew, day.day)}</VisuallyHidden>
    </td>
  );
}
