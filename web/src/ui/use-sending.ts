import { useState } from "react";

type SendCallbacks<Answer> = {
  onDone: (result: Answer) => void;
  onRefused?: (failure: unknown) => void;
};

type SendState<Request> = { pending: Request | null; failure: unknown };

/** Send a request on a press, one at a time, and keep its failure until the next try. */
export function useMutationOnce<Request, Answer>(
  send: (request: Request) => Promise<Answer>,
  { onDone, onRefused }: SendCallbacks<Answer>,
) {
  const [{ pending, failure }, setSending] = useState<SendState<Request>>(AT_REST);

  const mutate = async (request: Request) => {
    if (pending !== null) return;
    setSending({ pending: request, failure: null });
    try {
      const result = await send(request);
      setSending(AT_REST);
      onDone(result);
    } catch (reason) {
      setSending({ pending: null, failure: reason });
      onRefused?.(reason);
    }
  };

  return {
    mutate: (request: Request) => void mutate(request),
    pending,
    failure,
    reset: () => setSending(AT_REST),
  };
}

const AT_REST = { pending: null, failure: null };
