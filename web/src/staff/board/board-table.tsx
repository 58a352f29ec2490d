import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { addDays, dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { longDay, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Table } from "#ui/table.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import {
  type BoardCell,
  boardCells,
  boardRows,
  canLead,
  crewsAtWork,
  dropRefusal,
  isMovable,
  numbersUpTo,
} from "./board-cells.ts";
import { type BoardState, useBoardState, useDropTarget } from "./board-context.tsx";
import type { BoardDay, Job } from "./board-types.ts";
import { JobCard } from "./job-card.tsx";

/** Board grid: days as columns, crews as rows. */
export function BoardTable({ onGo }: { onGo: (day: string) => void }) {
  const state = useBoardState();
  const { days } = state.board;
  const rows = boardRows(days);
  const columns = days.map((day) => columnOf(day, state));
  const shownDay = days.find(({ day }) => day === state.day);
  const shown = shownDay ? boardCells(shownDay, rows) : [];
  const { table, cursor, onFocus, onKeyDown } = useCursor({ days, rows, onGo });

  return (
    <div className="relative min-w-0 overflow-x-auto rounded-sm border border-line bg-surface">
      <Table
        ref={table}
        role="grid"
        className="w-full min-w-272 table-fixed border-separate border-spacing-0 max-sm:min-w-0 xl:min-w-224"
        aria-label={m.staff_board_table()}
        aria-describedby="board-hint"
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        head={
          <>
            <td className={FIRST_COLUMN} />
            {columns.map((column) => (
              <DayHead key={column.day.day} column={column} />
            ))}
          </>
        }
      >
        {numbersUpTo(rows).map((crew) => (
          <tr className={shown[crew - 1]?.kind === "none" ? "max-sm:hidden" : ""} key={crew}>
            <th
              scope="row"
              className={`${FIRST_COLUMN} pt-3 pr-2 pb-0 pl-3 text-start align-top text-xs font-medium whitespace-nowrap text-quiet`}
            >
              {m.staff_board_crew({ number: crew })}
            </th>
            {columns.map((column, index) => (
              <PlaceCell
                key={column.day.day}
                place={boardCells(column.day, rows)[crew - 1] ?? NONE}
                crew={crew}
                column={column}
                isCursor={cursor.row === crew - 1 && cursor.column === index}
              />
            ))}
          </tr>
        ))}
      </Table>
      <span className="sr-only" id="board-hint">
        {m.staff_board_table_hint()}
      </span>
    </div>
  );
}

const FIRST_COLUMN = "sticky start-0 z-1 w-17 bg-surface";
const PLACE =
  "h-29 border-s border-line p-1 align-top transition-[background-color,opacity] focus-visible:outline-2 focus-visible:-outline-offset-3 in-[tr:last-child]:pb-2";
const FREE = { usual: "border-line text-quiet", welcome: "border-success text-success" };

const NONE: BoardCell = { kind: "none" };

type PlaceCellProps = { place: BoardCell; crew: number; column: Column; isCursor: boolean };

function PlaceCell({ place, crew, column, isCursor }: PlaceCellProps) {
  const { board, dragged } = useBoardState();
  const { day } = column.day;
  const dropProps = useDropTarget({ day }, { isWelcome: column.isWelcome === true });
  const tabIndex = isCursor ? 0 : -1;
  if (place.kind === "job") {
    const technician = dragged?.kind === "technician" ? dragged.technician : null;
    return (
      <td {...dropProps} {...column.attributes} className={`${PLACE} ${column.look}`}>
        <Continuing job={place.continuing} />
        <JobCard
          job={place.job}
          isWelcome={technician && canLead(technician, place.job, board.days)}
          tabIndex={tabIndex}
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
      {/* Side by side with what continues, the box would run over the next crew's card. */}
      <div className="flex h-full flex-col">
        <Continuing job={place.continuing} />
        <span
          className={`flex grow items-center justify-center rounded-sm border border-dashed text-xs ${free}`}
          aria-hidden="true"
        >
          {isFree ? m.staff_board_free() : ""}
        </span>
      </div>
      <VisuallyHidden>{emptyText({ crew, day: shortDay(day) })}</VisuallyHidden>
    </td>
  );
}

/** The morning of a crew that finishes a job of the afternoon before. */
const Continuing = ({ job }: { job: Job | undefined }) =>
  job && (
    <span className="mb-1 block rounded-sm border border-line bg-surface-sunken px-1.5 py-0.5 text-xs wrap-anywhere">
      {m.staff_board_finishes({ name: job.customer_name })}
    </span>
  );

type Column = ReturnType<typeof columnOf>;

const CLOSED =
  "bg-[repeating-linear-gradient(-45deg,var(--surface-sunken)_0_8px,var(--line)_8px_9px)]";

/** A day, and the attributes and look of each cell of its column. */
function columnOf(one: BoardDay, state: BoardState) {
  const isWelcome = canDrop(one, state);
  const isOver = isWelcome === true && state.over?.day === one.day;
  return {
    day: one,
    isWelcome,
    attributes: {
      "data-day": one.day,
      "data-welcome": isWelcome ?? undefined,
      "data-over": isOver || undefined,
    },
    look: [
      groundOf(one, state.board.today, isWelcome),
      isOver ? "inset-ring-2 inset-ring-success" : "",
      isWelcome === false ? "cursor-not-allowed opacity-40" : "",
      one.day === state.day ? "" : "max-sm:hidden",
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
function canDrop(one: BoardDay, { board, dragged }: BoardState): boolean | null {
  if (dragged?.kind !== "job") return null;
  const { job } = dragged;
  if (job.day === one.day && job.status !== "needs_new_date") return null;
  return isMovable(job) && dropRefusal(one, job, board.today) === null;
}

const PIPS = {
  free: "border-line-strong",
  taken: "border-action bg-action forced-colors:bg-[CanvasText]",
};
const NOTE = "block text-xs leading-[1.35] wrap-anywhere";

/** Head of a day's column: date, seats taken, and why it differs from other days. */
function DayHead({ column }: { column: Column }) {
  const { board, canSchedule, open } = useBoardState();
  const { day, crews, reason, is_weekday_off } = column.day;
  const isClosed = crews === 0;
  const note = isClosed ? closedBecause(reason) : reason;
  const ref = useRef<HTMLTableCellElement>(null);
  const isWelcome = column.isWelcome === true;
  const dropProps = useDropTarget({ day }, { ref, isWelcome });

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
          <span className="text-sm font-medium text-quiet">{weekdayInitials(day)}</span>{" "}
          <span className="tabular-nums">{dayOfMonth(day)}</span>
        </span>
        <VisuallyHidden>{longDay(day)}</VisuallyHidden>
        {day === board.today && (
          <span className="text-xs font-semibold text-info">{m.staff_board_today_mark()}</span>
        )}
      </span>
      {!isClosed && <Capacity taken={crewsAtWork(column.day).length} crews={crews} />}
      {note && (
        <span className={`${NOTE} ${isClosed ? "font-semibold" : "text-quiet"}`}>{note}</span>
      )}
      {is_weekday_off && !isClosed && (
        <span className={`${NOTE} text-quiet`}>{m.staff_board_weekday_off()}</span>
      )}
      {canSchedule && day >= board.today && (
        <SmallButton
          className="-ms-1.5 mt-0.5 block"
          aria-label={
            isClosed
              ? m.staff_board_open_day_of({ day: shortDay(day) })
              : m.staff_board_set_crews_of({ day: shortDay(day) })
          }
          onClick={() => open({ is: "crews", day })}
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

type Cursor = { row: number; column: number };

// A move to a cell, and perhaps past the edge to other days.
type MoveKey = { to: Cursor; days: number };

type CursorProps = {
  days: readonly BoardDay[];
  rows: number;
  onGo: (day: string) => void;
};

const WEEK = 7;
const FIRST: Cursor = { row: 0, column: 0 };

/**
 * Roving tabindex of the grid: one cell is in the tab order, arrow keys choose which, also on days
 * not loaded yet.
 */
export function useCursor({ days, rows, onGo }: CursorProps) {
  const table = useRef<HTMLTableElement>(null);
  const awaitedDay = useRef<string | null>(null); // the first of the days that were requested
  const [moved, setMoved] = useState(FIRST);
  const last = { row: rows - 1, column: days.length - 1 };
  const cursor = {
    row: Math.min(moved.row, last.row),
    column: Math.min(moved.column, last.column),
  };
  const first = days[0]?.day ?? "";

  const focusCursor = useEffectEvent(() => focusCell(table.current, cursor));

  useEffect(() => {
    if (awaitedDay.current === first) focusCursor();
    awaitedDay.current = null;
  }, [first]);

  const onFocus = ({ target }: { target: EventTarget }) => {
    const at = cellOf(table.current, target);
    if (at) setMoved(at);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = cellOf(table.current, event.target) && directionOf(event.key, cursor, last);
    if (!move) return;
    event.preventDefault();
    setMoved(move.to);
    focusCell(table.current, move.to);
    if (move.days === 0) return;
    awaitedDay.current = addDays(first, move.days);
    onGo(awaitedDay.current);
  };

  return { table, cursor, onFocus, onKeyDown };
}

export function directionOf(key: string, { row, column }: Cursor, last: Cursor): MoveKey | null {
  const stay = (to: Cursor): MoveKey => ({ to, days: 0 });
  const turn = (days: number): MoveKey => ({ to: { row, column }, days });
  const moves: Record<string, MoveKey> = {
    ArrowLeft: column === 0 ? turn(-1) : stay({ row, column: column - 1 }),
    ArrowRight: column === last.column ? turn(1) : stay({ row, column: column + 1 }),
    ArrowUp: stay({ row: Math.max(0, row - 1), column }),
    ArrowDown: stay({ row: Math.min(last.row, row + 1), column }),
    Home: stay({ row, column: 0 }),
    End: stay({ row, column: last.column }),
    PageUp: turn(-WEEK),
    PageDown: turn(WEEK),
  };
  return moves[key] ?? null;
}

// Null for the grid's header cells.
function cellOf(table: HTMLTableElement | null, target: EventTarget): Cursor | null {
  const cell = target instanceof Element ? target.closest("td") : null;
  const row = rowsIn(table).findIndex((one) => one.contains(cell));
  return cell && row >= 0 ? { row, column: cellsIn(table, row).indexOf(cell) } : null;
}

function focusCell(table: HTMLTableElement | null, { row, column }: Cursor) {
  const cell = cellsIn(table, row)[column];
  const stop = cell?.querySelector<HTMLElement>("[role='button']") ?? cell;
  stop?.focus();
}

const rowsIn = (table: HTMLTableElement | null): Element[] => [
  ...(table?.querySelectorAll("tbody > tr") ?? []),
];

const cellsIn = (table: HTMLTableElement | null, row: number): HTMLElement[] => [
  ...(rowsIn(table)[row]?.querySelectorAll("td") ?? []),
];
