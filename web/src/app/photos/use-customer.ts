/**
 * The customer of the booking, shown above the upload form; loaded before the form, so that the
 * layout does not shift.
 */
import { useEffect, useState } from "react";
import type { Customer } from "#features/photo-upload/review.ts";
import { api, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

/**
 * `undefined` while loading; `null` when it could not be loaded, because the upload works without
 * it.
 */
export function useCustomer(isWanted: boolean): Customer | null | undefined {
  const [customer, setCustomer] = useState<Customer | null>();

  useEffect(() => {
    if (!isWanted) return;
    unwrap(api.GET("/api/my-booking")).then(
      ({ customer, address }) => setCustomer({ ...customer, address }),
      (problem) => {
        setCustomer(null);
        logQuietly("the booking's details did not load")(problem);
      },
    );
  }, [isWanted]);

  return customer;
}
