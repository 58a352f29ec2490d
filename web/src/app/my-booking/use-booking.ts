import { useCallback, useEffect, useState } from "react";
import { Problem } from "#lib/api/client.ts";
import { myBooking } from "#lib/api/my-booking.ts";
import { useFetch } from "#ui/use-loading.ts";

/**
 * Load the order this browser may see. `reload` changes `refreshKey`, so that every part of the
 * page fetches again.
 */
export function useBooking() {
  const [refreshKey, setRefreshKey] = useState(0);
  const { data, failure, load } = useFetch(myBooking.booking, refreshKey);
  const reload = useCallback(() => setRefreshKey((before) => before + 1), []);

  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && reload();
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, [reload]);

  return {
    booking: data ?? null,
    failure,
    isMissing: failure instanceof Problem && failure.status === 404,
    tryAgain: load,
    reload,
    refreshKey,
  };
}
