import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Problem } from "#lib/api/client.ts";
import { BOOKING_KEY, myBooking } from "#lib/api/my-booking.ts";

const isMissing = (failure: unknown): boolean =>
  failure instanceof Problem && failure.status === 404;

/** The order this browser may see. `reload` asks for everything on its page again. */
export function useBooking() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [BOOKING_KEY],
    queryFn: myBooking.booking,
    retry: (tries, failure) => !isMissing(failure) && tries < 1,
  });
  return {
    booking: data ?? null,
    failure: error,
    isMissing: isMissing(error),
    tryAgain: () => void refetch(),
    reload: () => void queries.invalidateQueries({ queryKey: [BOOKING_KEY] }),
  };
}
