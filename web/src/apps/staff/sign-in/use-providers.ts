import { useQuery } from "@tanstack/react-query";
import { signInProviders } from "#lib/api/staff-auth.ts";

/** The services elsewhere by which staff may sign in; none until the server named them. */
export function useProviders(): string[] {
  const { data = [] } = useQuery({
    queryKey: ["providers elsewhere"],
    queryFn: signInProviders,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export const nameOf = (provider: string) => provider.charAt(0).toUpperCase() + provider.slice(1);
