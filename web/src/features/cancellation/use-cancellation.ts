import { useMutation, useQuery } from "@tanstack/react-query";
import { BOOKING_KEY, myBooking } from "#lib/api/my-booking.ts";
import { refusalWords } from "#lib/refusals.ts";
import { copy } from "./copy.ts";

type Request = { refund_cents: number; reason: string };

/** What cancelling would give back now. Cancelling names that figure: a changed one is refused and shown anew. */
export function useCancellation(onCancelled: () => void) {
  const terms = useQuery({
    queryKey: [BOOKING_KEY, "cancellation"],
    queryFn: myBooking.cancellation,
    staleTime: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: Request) => myBooking.cancel(request),
    onSuccess: onCancelled,
    onError: () => terms.refetch(),
  });
  return {
    terms,
    cancel: (request: Request) => mutate(request),
    isCancelling: isPending,
    refusal: error ? refusalWords(error, copy.refusals) : null,
  };
}
