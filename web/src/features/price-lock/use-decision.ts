import { type ChangeAnswer, myBooking } from "#lib/api/my-booking.ts";
import { errorCode, errorMessage } from "#lib/error-messages.ts";
import { useMutationOnce } from "#ui/use-sending.ts";
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
  const { mutate, pending, failure } = useMutationOnce(
    (decision: Decision) => myBooking.decide(changeId, decision),
    {
      onDone: onAnswered,
      onRefused: (refused) => MOVED_ON.has(errorCode(refused)) && onAnswered(null),
    },
  );
  return {
    decide: mutate,
    pending,
    refusal: failure ? errorMessage(failure, copy.refusals) : null,
  };
}
