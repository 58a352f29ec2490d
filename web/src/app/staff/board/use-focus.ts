import { type RefCallback, type RefObject, useCallback, useEffect, useRef } from "react";
import type { Board } from "#api/staff-board.ts";
import { jobById } from "./board-cells.ts";

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

/**
 * Focus an element that has just appeared: a form itself, in any other its first button or link.
 */
export function useFocusOnOpen<Arriving extends HTMLElement>(): RefCallback<Arriving> {
  return useCallback((arriving: Arriving) => {
    // After the dialog was shown, because it focuses its close button itself.
    const frame = requestAnimationFrame(() => {
      const isForm = arriving instanceof HTMLFormElement;
      (isForm ? arriving : arriving.querySelector<HTMLElement>("button, a"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
