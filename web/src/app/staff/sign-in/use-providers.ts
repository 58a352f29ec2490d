import { useQuery } from "@tanstack/react-query";
import { signInProviders } from "#api/staff-auth.ts";

/** External sign-in providers; empty until the server has returned them. */
export function useProviders(): string[] {
  const { data = [] } = useQuery({
    queryKey: ["providers elsewhere"],
    queryFn: signInProviders,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export const nameOf = (provider: string) => provider.charAt(0).toUpperCase() + provider.slice(1);
