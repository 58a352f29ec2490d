import { type RefObject, useEffect, useRef } from "react";
import type { Board } from "#api/staff-board.ts";
import { jobById } from "../board-cells.ts";

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
