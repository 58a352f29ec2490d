import { useQuery } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";
import { pollAtLeast } from "../poll.ts";

export type PaidOrder = Schemas["PaidOrderOut"];

const LOADING_AT_LEAST_MS = 2000;
const POLL_AT_MOST_MS = 20_000;

/** The order of the checkout from which the visitor comes, or why there is none to show. */
type Found = PaidOrder | "missing" | "unknown";

/** What became of a checkout, polled while its payment is not confirmed yet. */
export function usePaidOrder() {
  const { data, isFetching, isPending, refetch } = useQuery({
    queryKey: ["paid-order"] satisfies Key,
    queryFn: async ({ signal }) => {
      const sessionId = sessionInAddress();
      const found = await pollAtLeast(async () => (sessionId ? orderOf(sessionId) : "missing"), {
        isWaiting: (found) => typeof found === "object" && found?.status === "processing",
        atLeastMs: LOADING_AT_LEAST_MS,
        atMostMs: POLL_AT_MOST_MS,
        signal,
      });
      return { sessionId, found: found ?? "unknown" };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    sessionId: data?.sessionId ?? null,
    found: isFetching || isPending ? null : (data?.found ?? null),
    checkAgain: () => void refetch(),
  };
}

// Null where it could not be asked for: whether it was paid is then unknown.
async function orderOf(sessionId: string): Promise<Found | null> {
  try {
    return await unwrap(
      api.GET("/api/checkout-sessions/{stripe_session_id}/order", {
        params: { path: { stripe_session_id: sessionId } },
      }),
    );
  } catch (problem) {
    if (problem instanceof Problem) return problem.status === 404 ? "missing" : null;
    throw problem;
  }
}

const KEY = "paidSession";

// The checkout session id that the card page sent back: removed from the address, kept for a reload.
function sessionInAddress(): string | null {
  const sessionId = new URLSearchParams(location.search).get("sessionId");
  const id = sessionId || history.state?.[KEY] || null;
  if (location.search) history.replaceState({ ...history.state, [KEY]: id }, "", location.pathname);
  return id;
}
