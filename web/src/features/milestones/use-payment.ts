import { useEffect, useState } from "react";
import { myBooking, type PaymentRequest } from "#lib/api/my-booking.ts";
import { errorMessage } from "#lib/error-messages.ts";
import { useMutationOnce } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

type PaymentCallbacks = { onOpened: (url: string) => void; onRefused: () => void };

/**
 * `onOpened` gets the payment page's URL. When the visitor comes back from it, the button is
 * enabled again.
 */
export function usePayment({ onOpened, onRefused }: PaymentCallbacks) {
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, pending, failure } = useMutationOnce(
    (payment: PaymentRequest) => myBooking.pay(payment),
    {
      onDone: ({ url }) => {
        setLeaving(true);
        onOpened(url);
      },
      onRefused,
    },
  );

  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, []);

  return {
    pay: mutate,
    isOpening: pending !== null || isLeaving,
    refusal: failure ? errorMessage(failure, copy.refusals) : null,
  };
}
