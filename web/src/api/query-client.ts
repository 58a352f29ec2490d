import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./client.ts";

const MOST_TRIES = 2;

const isRefusal = (failure: unknown) =>
  failure instanceof Problem && failure.status >= 400 && failure.status < 500;

// While the database moves to another machine or all hosts are full, the server says "busy", and
// what takes effect once is sent again, with the same Idempotency-Key: for half a minute in all.
// Cut in its commit, anything else may have been done already: whoever asked decides.
const MOST_REPEATS = 4;
const LONGEST_PAUSE_S = 60;

const mayRepeat = (repeats: number, failure: unknown) =>
  repeats < MOST_REPEATS &&
  failure instanceof Problem &&
  failure.isRepeatable &&
  failure.code === "busy" &&
  (failure.retryAfter ?? 0) <= LONGEST_PAUSE_S;

// Growing, and never sooner than the server asks. Only a Problem is repeated.
const pauseMs = (repeats: number, failure: unknown) =>
  1000 * Math.max(2 ** (repeats + 1), (failure as Problem).retryAfter ?? 0);

/** The application's one query cache. Prerendering fetches nothing into it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: "always", // being offline is reported at once
      retry: (tries, failure) => tries < MOST_TRIES - 1 && !isRefusal(failure),
    },
    // A mutation that waits for the connection would run when nobody is watching any more.
    mutations: { networkMode: "always", retry: mayRepeat, retryDelay: pauseMs },
  },
});
