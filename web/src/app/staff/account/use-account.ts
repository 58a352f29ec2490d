import { useQuery, useQueryClient } from "@tanstack/react-query";
import { account } from "#api/staff-auth.ts";

const KEY = ["account"];

/** Account of the signed-in user, from the auth service. */
export const useAccount = () => useQuery({ queryKey: KEY, queryFn: account, staleTime: 0 });

/** Reload the account after a change, and `me`, whose name the bar shows. */
export function useAccountChanged() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: KEY });
    void queries.invalidateQueries({ queryKey: ["me"] });
  };
}
