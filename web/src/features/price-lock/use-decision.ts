import { useMutation } from "@tanstack/react-query";
import { type ChangeAnswer, myBooking } from "#lib/api/my-booking.ts";
import { codeOf, refusalWords } from "#lib/refusals.ts";
import { copy } from "./copy.ts";

export type Answered = ChangeAnswer;
type Decision = "approve" | "decline";

const MOVED_ON = new Set([
  "change_order_decided",
  "change_order_not_found",
  "price_agreed",
  "status_moved",
]);

/** Approving or declining a change; one that was answered meanwhile is shown as it stands. */
export function useDecision(changeId: string, onAnswered: (answered: Answered | null) => void) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => myBooking.decide(changeId, decision),
    onSuccess: onAnswered,
    onError: (failure) => MOVED_ON.has(codeOf(failure)) && onAnswered(null),
  });
  return {
    decide: (decision: Decision) => mutate(decision),
    pending: isPending ? variables : null,
    refusal: error ? refusalWords(error, copy.refusals) : null,
  };
}
