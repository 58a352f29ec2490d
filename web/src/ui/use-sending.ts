import { useState } from "react";

type Ways<Answer> = {
  onDone: (answer: Answer) => void;
  onRefused?: (failure: unknown) => void;
};

type Sending<Request> = { pending: Request | null; failure: unknown };

/** Sends what a press asks for, one at a time, and keeps why it was refused until the next try. */
export function useSending<Request, Answer>(
  send: (request: Request) => Promise<Answer>,
  { onDone, onRefused }: Ways<Answer>,
) {
  const [{ pending, failure }, setSending] = useState<Sending<Request>>(AT_REST);

  const press = async (request: Request) => {
    if (pending !== null) return;
    setSending({ pending: request, failure: null });
    try {
      const answer = await send(request);
      setSending(AT_REST);
      onDone(answer);
    } catch (reason) {
      setSending({ pending: null, failure: reason });
      onRefused?.(reason);
    }
  };

  return {
    press: (request: Request) => void press(request),
    pending,
    failure,
    reset: () => setSending(AT_REST),
  };
}

const AT_REST = { pending: null, failure: null };
