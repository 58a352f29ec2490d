import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { staffBoard } from "#api/staff-board.ts";
import { useNow } from "#ui/use-now.ts";

const OTHERS_CHANGE_IT_MS = 20_000; // staff and visitors change the board meanwhile

/** `days` days of the board starting at `from`, refreshed while shown. */
export const useBoard = (from: string, days: number) =>
  useQuery({
    queryKey: ["board", from, days],
    queryFn: () => staffBoard.days(from, days),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_CHANGE_IT_MS,
    refetchOnWindowFocus: true,
  });

/** Returns the function that reloads every range of days on the screen. */
export function useBoardRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["board"] });
}

const TICK_MS = 10_000; // the display counts minutes

/** The server's time in milliseconds: its last value plus the local time elapsed since. */
export const useServerNow = (serverTime: string, heardAtMs: number): number =>
  Date.parse(serverTime) + Math.max(0, useNow(TICK_MS) - heardAtMs);
