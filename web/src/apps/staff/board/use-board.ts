import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { staffBoard } from "#lib/api/staff-board.ts";

const OTHERS_CHANGE_IT_MS = 20_000; // staff and visitors do, meanwhile

/** So many days of the board from that one on, kept fresh while it is looked at. */
export const useBoard = (from: string, days: number) =>
  useQuery({
    queryKey: ["board", from, days],
    queryFn: () => staffBoard.days(from, days),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_CHANGE_IT_MS,
    refetchOnWindowFocus: true,
  });

/** Looks again at every stretch of days that is on the screen. */
export function useBoardRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["board"] });
}
