/** Whose booking it is, for the form's own fields. The upload works without it too. */
import { useEffect, useState } from "react";
import type { Customer } from "#features/photo-upload/review.ts";
import { api, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

export function useCustomer(isWanted: boolean): Customer | null {
  const [customer, setCustomer] = useState<Customer | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    unwrap(api.GET("/api/my-booking")).then(
      ({ customer, address }) => setCustomer({ ...customer, address }),
      logQuietly("the booking's details did not load"),
    );
  }, [isWanted]);

  return customer;
}
