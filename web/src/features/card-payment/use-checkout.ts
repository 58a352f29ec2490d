/** Opening the card provider's checkout page for an order's scheduling fee. */
import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { usePageReturn } from "#ui/use-page-return.ts";
import { paymentError } from "./payment-error.ts";

type CheckoutRequest = { orderId: string; agreements: Schemas["AgreementsIn"] };
type CheckoutCallbacks = { onOpened: (url: string) => void; onRefused: () => void };

/**
 * `onOpened` gets the checkout URL. When the visitor comes back from it, the button is enabled
 * again.
 */
export function useCheckout({ onOpened, onRefused }: CheckoutCallbacks) {
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ orderId, agreements }: CheckoutRequest) =>
      unwrap(
        api.POST("/api/checkout-sessions", {
          body: { orderId, purpose: "scheduling_fee", agreements },
        }),
      ),
    onSuccess: ({ url }) => onOpened(url),
    onError: onRefused,
  });
  usePageReturn(reset);

  return {
    open: (request: CheckoutRequest) => mutate(request),
    isOpening: isPending || isSuccess,
    refusal: error ? paymentError(error) : null,
  };
}
