import { MutationCache, QueryClient } from "@tanstack/react-query";
import { Problem } from "#api/client.ts";

const MOST_TRIES = 2;

const isRefusal = (failure: unknown) =>
  failure instanceof Problem && failure.status >= 400 && failure.status < 500;

/** The application's one query cache. Prerendering fetches nothing into it. */
export const queryClient: QueryClient = new QueryClient({
  // Any act of staff may settle something that waits for them; visitors have no such query.
  mutationCache: new MutationCache({
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["waits"] }),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: "always", // being offline is reported at once
      retry: (tries, failure) => tries < MOST_TRIES - 1 && !isRefusal(failure),
    },
    // A mutation that waits for the connection would run when nobody is watching any more.
    mutations: { networkMode: "always" },
  },
});
