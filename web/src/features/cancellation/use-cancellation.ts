import { myBooking } from "#lib/api/my-booking.ts";
import { errorMessage } from "#lib/error-messages.ts";
import { useFetch } from "#ui/use-loading.ts";
import { useMutationOnce } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

/**
 * Cancellation terms as of now. The request names the refund shown; if it has changed, the server
 * refuses and the new one is shown.
 */
export function useCancellation(onCancelled: () => void) {
  const terms = useFetch(myBooking.cancellation);
  const { mutate, pending, failure } = useMutationOnce(myBooking.cancel, {
    onDone: onCancelled,
    onRefused: terms.load,
  });
  return {
    terms,
    cancel: mutate,
    isCancelling: pending !== null,
    refusal: failure ? errorMessage(failure, copy.refusals) : null,
  };
}
