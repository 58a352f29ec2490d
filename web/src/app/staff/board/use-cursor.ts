import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { BoardDay } from "#api/staff-board.ts";
import { addDays } from "#features/appointment/week.ts";

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
