import { type Query, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Problem } from "#api/client.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { problemMessage } from "../../shell/problem-message.ts";
import { orderKey } from "./use-order.ts";

// Other screens may be affected by the change; the signed-in user is not.
const isElsewhere = ({ queryKey }: Query) => queryKey[0] !== "me" && queryKey[0] !== "order";

type Send<Request, Answer> = (request: Request, seenVersion: number) => Promise<Answer>;

/**
 * One staff action on an order, sent with the version shown when its form opened. If a colleague
 * changed the order meanwhile, the server refuses, the order is loaded again, and the typed text
 * stays.
 */
export function useOrderAction<Request, Answer>(
  order: Pick<StaffOrder, "id" | "version">,
  send: Send<Request, Answer>,
  onDone: (result: Answer) => void,
) {
  const queries = useQueryClient();
  const shownVersion = useRef(order.version);
  const key = orderKey(order.id);

  const refreshOrder = async () => {
    await queries.invalidateQueries({ queryKey: key });
    shownVersion.current = queries.getQueryData<StaffOrder>(key)?.version ?? shownVersion.current;
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: Request) => send(request, shownVersion.current),
    onSuccess: async (result) => {
      await refreshOrder();
      void queries.invalidateQueries({ predicate: isElsewhere });
      onDone(result);
    },
    onError: async (failure) => {
      if (failure instanceof Problem && failure.status === 409) await refreshOrder();
    },
  });

  return {
    run: (request: Request) => mutate(request),
    isSending: isPending,
    refusal: error ? problemMessage(error) : null,
    fieldRefusal: (field: string) => (error ? fieldWordsOf(error, field) : undefined),
  };
}

// The server's message about one field, shown beside it.
function fieldWordsOf(failure: unknown, field: string): string | undefined {
  if (!(failure instanceof Problem)) return undefined;
  return failure.errors.find((problem) => problem.field.split(".").at(-1) === field)?.message;
}
