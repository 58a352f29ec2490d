import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#api/error-messages.ts";
import { myBooking, type PaymentRequest } from "#api/my-booking.ts";
import { usePageReturn } from "#ui/use-page-return.ts";
import { copy } from "./copy.ts";

type PaymentCallbacks = { onOpened: (url: string) => void; onRefused: () => void };

/**
 * `onOpened` gets the payment page's URL. When the visitor comes back from it, the button is
 * enabled again.
 */
export function usePayment({ onOpened, onRefused }: PaymentCallbacks) {
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: (payment: PaymentRequest) => myBooking.pay(payment),
    onSuccess: ({ url }) => onOpened(url),
    onError: onRefused,
  });
  usePageReturn(reset);

  return {
    pay: (payment: PaymentRequest) => mutate(payment),
    isOpening: isPending || isSuccess,
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}
