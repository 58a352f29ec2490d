import { useEffect, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";

export type PaidOrder = Schemas["PaidOrderOut"];

const LOADING_AT_LEAST_MS = 2000;
const POLL_MS = 2000;
const POLL_AT_MOST_MS = 20_000;

type PaidOrderState = { order: PaidOrder | null; isLoading: boolean };

const LOADING: PaidOrderState = { order: null, isLoading: true };

/**
 * Loads the order behind a checkout session and polls while its payment is not confirmed yet.
 * `sessionId` is undefined until the address is read, null when the address has none.
 */
export function usePaidOrder(sessionId: string | null | undefined) {
  const [state, setState] = useState(LOADING);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round fetches again.
  useEffect(() => {
    if (sessionId === undefined) return;
    const controller = new AbortController();
    const startedAt = Date.now();
    const show = async () => {
      const order = sessionId
        ? await isFinal(sessionId, { startedAt, left: controller.signal })
        : null;
      await pause(startedAt + LOADING_AT_LEAST_MS - Date.now());
      if (!controller.signal.aborted) setState({ order, isLoading: false });
    };
    void show();
    return () => controller.abort();
  }, [sessionId, attempt]);

  const checkAgain = () => {
    setState(LOADING);
    setAttempt(attempt + 1);
  };
  return { ...state, checkAgain };
}

type Wait = { startedAt: number; left: AbortSignal };

async function isFinal(sessionId: string, { startedAt, left }: Wait): Promise<PaidOrder | null> {
  let order = await orderOf(sessionId);
  while (
    order?.status === "processing" &&
    Date.now() - startedAt < POLL_AT_MOST_MS &&
    !left.aborted
  ) {
    await pause(POLL_MS);
    order = (await orderOf(sessionId)) ?? order;
  }
  return order;
}

// Any failure returns null: the payment went through, so the page shows success without the summary
// (OPS-01.6).
async function orderOf(sessionId: string): Promise<PaidOrder | null> {
  try {
    return await unwrap(
      api.GET("/api/checkout-sessions/{stripe_session_id}/order", {
        params: { path: { stripe_session_id: sessionId } },
      }),
    );
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
