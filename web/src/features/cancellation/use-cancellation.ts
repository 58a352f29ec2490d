import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#api/error-messages.ts";
import { myBooking, useCancellationTerms } from "#api/my-booking.ts";
import { copy } from "./copy.ts";

/**
 * Cancellation terms as of now. The request names the refund shown; if it has changed, the server
 * refuses and the new one is shown.
 */
export function useCancellation(onCancelled: () => void) {
  const terms = useCancellationTerms();
  const { mutate, isPending, error } = useMutation({
    mutationFn: myBooking.cancel,
    onSuccess: onCancelled,
    onError: () => void terms.refetch(),
  });
  return {
    terms,
    cancel: mutate,
    isCancelling: isPending,
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}
