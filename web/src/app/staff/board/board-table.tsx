import { type ButtonHTMLAttributes, useRef } from "react";
import type { Board, BoardDay } from "#api/staff-board.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { longDay, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { GridTable } from "#ui/grid-table.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import {
  type BoardCell,
  boardCells,
  boardRows,
  canLead,
  dropRefusal,
  isMovable,
  numbersUpTo,
} from "./board-cells.ts";
import { type BoardDrag, useBoardDrag, useDropTarget } from "./drag.tsx";
import { JobCard } from "./job-card.tsx";
import type { OpenJob } from "./job-dialog.tsx";
import { useServerNow } from "./use-board.ts";
import { useCursor } from "./use-cursor.ts";

type BoardTableProps = {
  board: Board;
  heardAtMs: number;
  /** The day a phone shows; wider screens show the others too. */
  day: string;
  onGo: (day: string) => void;
  onOpen: (open: OpenJob) => void;
  /** Null for a role that may only read. */
  onCrews: ((day: string) => void) | null;
};

/** Board grid: days as columns, crews as rows. */
export function BoardTable({ board, heardAtMs, day, ...on }: BoardTableProps) {
  const { onGo, onOpen, onCrews } = on;
  const { days } = board;
  const drag = useBoardDrag();
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
        aria-label={m.staff_board_table()}
        aria-describedby="board-hint"
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        <caption className="sr-only" id="board-hint">
          {m.staff_board_table_hint()}
        </caption>
        <thead>
          <tr>
            <td className={FIRST_COLUMN} />
            {days.map((one) => (
              <DayHead
                key={one.day}
                day={one}
                today={board.today}
                column={columnOf(one, { board, day, drag })}
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
                {m.staff_board_crew({ number: crew })}
              </th>
              {days.map((one, index) => (
                <PlaceCell
                  key={one.day}
                  place={boardCells(one, rows)[crew - 1] ?? NONE}
                  crew={crew}
                  day={one}
                  board={board}
                  nowMs={nowMs}
                  column={columnOf(one, { board, day, drag })}
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
  column: Column;
  isCursor: boolean;
  onOpen: (open: OpenJob) => void;
};

function PlaceCell({ place, crew, day, board, nowMs, column, ...rest }: PlaceCellProps) {
  const { isCursor, onOpen } = rest;
  const { dragged } = useBoardDrag();
  const dropProps = useDropTarget({ day: day.day }, { isWelcome: column.isWelcome === true });
  const tabIndex = isCursor ? 0 : -1;
  if (place.kind === "job") {
    const technician = dragged?.kind === "technician" ? dragged.technician : null;
    return (
      <td {...dropProps} {...column.attributes} className={`${PLACE} ${column.look}`}>
        <JobCard
          job={place.job}
          nowMs={nowMs}
          isWelcome={technician && canLead(technician, place.job, board.days)}
          tabIndex={tabIndex}
          onOpen={onOpen}
        />
      </td>
    );
  }
  const isFree = place.kind === "free";
  const free = isFree ? FREE[column.isWelcome ? "welcome" : "usual"] : "border-transparent";
  const emptyText = isFree ? m.staff_board_free_place : m.staff_board_no_place;
  return (
    <td
      {...dropProps}
      {...column.attributes}
      className={`${PLACE} ${column.look}`}
      tabIndex={tabIndex}
    >
      <span
        className={`flex h-full min-h-26 items-center justify-center rounded-sm border border-dashed text-xs ${free}`}
        aria-hidden="true"
      >
        {isFree ? m.staff_board_free() : ""}
      </span>
      <VisuallyHidden>{emptyText({ crew, day: shortDay(day.day) })}</VisuallyHidden>
    </td>
  );
}

type ColumnContext = { board: Board; day: string; drag: BoardDrag };

type Column = ReturnType<typeof columnOf>;

const CLOSED =
  "bg-[repeating-linear-gradient(-45deg,var(--surface-sunken)_0_8px,var(--line)_8px_9px)]";

/** Attributes and look of each cell of the column; `day` is the one a phone shows. */
function columnOf(one: BoardDay, { board, day, drag }: ColumnContext) {
  const isWelcome = canDrop(one, { board, drag });
  const isOver = isWelcome === true && drag.over?.day === one.day;
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
function canDrop(one: BoardDay, { board, drag }: Omit<ColumnContext, "day">): boolean | null {
  if (drag.dragged?.kind !== "job") return null;
  const { job } = drag.dragged;
  if (job.day === one.day && job.status !== "needs_new_date") return null;
  return isMovable(job) && dropRefusal(one, job, board.today) === null;
}

type DayHeadProps = {
  day: BoardDay;
  today: string;
  column: Column;
  onCrews: ((day: string) => void) | null;
};

const PIPS = {
  free: "border-line-strong",
  taken: "border-action bg-action forced-colors:bg-[CanvasText]",
};
const NOTE = "block text-xs leading-[1.35] wrap-anywhere";

/** Head of a day's column: date, seats taken, and why it differs from other days. */
function DayHead({ day, today, column, onCrews }: DayHeadProps) {
  const { jobs, crews } = day;
  const isClosed = crews === 0;
  const note = isClosed ? closedBecause(day.reason) : day.reason;
  const ref = useRef<HTMLTableCellElement>(null);
  const isWelcome = column.isWelcome === true;
  const dropProps = useDropTarget({ day: day.day }, { ref, isWelcome });

  return (
    <th
      {...dropProps}
      {...column.attributes}
      ref={ref}
      tabIndex={isWelcome ? -1 : undefined}
      scope="col"
      className={`border-s border-b border-line p-2 text-start align-top font-normal ${column.look}`}
    >
      <span className="flex items-baseline gap-1.5 text-md leading-[1.3] font-semibold">
        <span aria-hidden="true">
          <span className="text-sm font-medium text-quiet">{weekdayInitials(day.day)}</span>{" "}
          <span className="tabular-nums">{dayOfMonth(day.day)}</span>
        </span>
        <VisuallyHidden>{longDay(day.day)}</VisuallyHidden>
        {day.day === today && (
          <span className="text-xs font-semibold text-info">{m.staff_board_today_mark()}</span>
        )}
      </span>
      {!isClosed && <Capacity taken={jobs.length} crews={crews} />}
      {note && (
        <span className={`${NOTE} ${isClosed ? "font-semibold" : "text-quiet"}`}>{note}</span>
      )}
      {day.is_weekday_off && !isClosed && (
        <span className={`${NOTE} text-quiet`}>{m.staff_board_weekday_off()}</span>
      )}
      {onCrews && day.day >= today && (
        <SmallButton
          className="-ms-1.5 mt-0.5 block"
          aria-label={
            isClosed
              ? m.staff_board_open_day_of({ day: shortDay(day.day) })
              : m.staff_board_set_crews_of({ day: shortDay(day.day) })
          }
          onClick={() => onCrews(day.day)}
        >
          {isClosed ? m.staff_board_open_day() : m.staff_board_set_crews()}
        </SmallButton>
      )}
    </th>
  );
}

const Capacity = ({ taken, crews }: { taken: number; crews: number }) => (
  <span
    className={`flex items-center gap-1.5 text-xs leading-[1.5] ${taken >= crews ? "font-semibold" : "text-quiet"}`}
  >
    <span className="inline-flex gap-0.5" aria-hidden="true">
      {numbersUpTo(Math.max(crews, taken)).map((crew) => (
        <span
          className={`size-2 rounded-[2px] border ${PIPS[crew <= taken ? "taken" : "free"]}`}
          key={crew}
        />
      ))}
    </span>
    {m.staff_board_capacity({ jobs: taken, crews })}
  </span>
);

type SmallButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type">;

/** Button of one word, inside of a card or a column's head; `className` is its place. */
export const SmallButton = ({ className = "", ...button }: SmallButtonProps) => (
  <button
    {...button}
    type="button"
    className={`min-h-7 cursor-pointer rounded-xs bg-transparent px-1.5 py-0.5 text-xs font-semibold text-info hover:bg-glass-surface ${className}`}
  />
);

const closedBecause = (reason: string): string =>
  reason ? m.staff_board_closed_for_reason({ reason }) : m.staff_board_closed_for();
