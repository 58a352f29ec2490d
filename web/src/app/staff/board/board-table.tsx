import type { Board, BoardDay } from "#api/staff-board.ts";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { type BoardCell, boardCells, boardRows, canLead, numbersUpTo } from "./board-cells.ts";
import { type ColumnAttributes, columnAttributes } from "./column-attributes.ts";
import { boardWords as words } from "./copy.ts";
import { DayHead } from "./day-head.tsx";
import type { DragState } from "./drag-state.ts";
import type { OpenJob } from "./job/job-dialog.tsx";
import { JobCard } from "./job-card.tsx";
import { useCursor } from "./use-cursor.ts";
import { useServerNow } from "./use-server-now.ts";
import "./board-table.css";

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
  const nowMs = useServerNow(board.now, heardAtMs);
  const { table, cursor, onFocus, onKeyDown } = useCursor({ days, rows, onGo });

  return (
    <div className="board__scroll">
      <table
        ref={table}
        className="board-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid by WAI-ARIA's practices: arrow keys go between its cells
        role="grid"
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
            <td className="board-table__corner" />
            {days.map((one) => (
              <DayHead
                key={one.day}
                day={one}
                today={board.today}
                attributes={columnAttributes(one, { board, day, dragState })}
                onCrews={onCrews}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {numbersUpTo(rows).map((crew) => (
            <tr key={crew}>
              <th scope="row" className="board-table__crew">
                {words.crew(crew)}
              </th>
              {days.map((one, column) => (
                <PlaceCell
                  key={one.day}
                  place={boardCells(one, rows)[crew - 1] ?? NONE}
                  crew={crew}
                  day={one}
                  board={board}
                  nowMs={nowMs}
                  dragState={dragState}
                  attributes={columnAttributes(one, { board, day, dragState })}
                  isCursor={cursor.row === crew - 1 && cursor.column === column}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NONE: BoardCell = { kind: "none" };

type PlaceCellProps = {
  place: BoardCell;
  crew: number;
  day: BoardDay;
  board: Board;
  nowMs: number;
  dragState: DragState;
  attributes: ColumnAttributes;
  isCursor: boolean;
  onOpen: (open: OpenJob) => void;
};

function PlaceCell({
  place,
  crew,
  day,
  board,
  nowMs,
  dragState,
  attributes,
  ...rest
}: PlaceCellProps) {
  const { isCursor, onOpen } = rest;
  const tabIndex = isCursor ? 0 : -1;
  if (place.kind === "job") {
    const technician =
      dragState.dragged?.kind === "technician" ? dragState.dragged.technician : null;
    return (
      <td {...attributes} className="board-table__place" data-kind="job">
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
  const emptyText = isFree ? words.freePlace : words.none;
  return (
    <td {...attributes} className="board-table__place" data-kind={place.kind} tabIndex={tabIndex}>
      <span className="board-table__free" aria-hidden="true">
        {isFree ? words.free : ""}
      </span>
      <VisuallyHidden>{emptyText(crew, day.day)}</VisuallyHidden>
    </td>
  );
}
