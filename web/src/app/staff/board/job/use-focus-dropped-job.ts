import { useEffect, useRef } from "react";
import type { Board } from "#api/staff-board.ts";

/** When the board is loaded again after our change, focus the changed job at its new place. */
export function useFocusDroppedJob(board: Board): (id: string) => void {
  const landing = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each new board
  useEffect(() => {
    if (!landing.current) return;
    const element = document.querySelector<HTMLElement>(`[data-job="${landing.current}"]`);
    (element ?? document.querySelector<HTMLElement>("[role='grid'] [tabindex='0']"))?.focus();
    landing.current = null;
  }, [board]);

  return (id) => {
    landing.current = id;
  };
}
