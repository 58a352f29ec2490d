import { useMutation } from "@tanstack/react-query";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { type ChangeAnswer, myBooking } from "#api/my-booking.ts";
import { changeCopy as copy } from "./change-copy.ts";

export type DecisionResult = ChangeAnswer;
type Decision = "approve" | "decline";

const MOVED_ON = new Set([
  "change_order_decided",
  "change_order_not_found",
  "price_agreed",
  "status_moved",
]);

/** Approve or decline a change order; one answered meanwhile is shown as it is. */
export function useDecision(changeId: string, onAnswered: (answer: DecisionResult | null) => void) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => myBooking.decide(changeId, decision),
    onSuccess: (answer) => onAnswered(answer),
    onError: (failure) => MOVED_ON.has(errorCode(failure)) && onAnswered(null),
  });
  return {
    decide: (decision: Decision) => {
      if (!isPending) mutate(decision);
    },
    pending: isPending ? variables : null,
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}
