import { useQuery, useQueryClient } from "@tanstack/react-query";
import { account } from "#lib/api/staff-auth.ts";

const KEY = ["account"];

/** What the auth service knows about whoever is signed in. */
export const useAccount = () => useQuery({ queryKey: KEY, queryFn: account, staleTime: 0 });

/** Asks again after a change; the bar shows the name too. */
export function useAccountChanged() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: KEY });
    void queries.invalidateQueries({ queryKey: ["me"] });
  };
}
