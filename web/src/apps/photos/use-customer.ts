/** Whose booking it is, told above the form: asked before the form is shown, so that nothing moves. */
import { useEffect, useState } from "react";
import type { Customer } from "#features/photo-upload/review.ts";
import { api, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

/** `undefined` until the answer is there; `null` without one: the upload works without it too. */
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
