import { myBooking } from "#lib/api/my-booking.ts";
import { refusalWords } from "#lib/refusals.ts";
import { useLoading } from "#ui/use-loading.ts";
import { useSending } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

/** What cancelling would give back now. Cancelling names that figure: a changed one is refused and shown anew. */
export function useCancellation(onCancelled: () => void) {
  const terms = useLoading(myBooking.cancellation);
  const { press, pending, failure } = useSending(myBooking.cancel, {
    onDone: onCancelled,
    onRefused: terms.load,
  });
  return {
    terms,
    cancel: press,
    isCancelling: pending !== null,
    refusal: failure ? refusalWords(failure, copy.refusals) : null,
  };
}
