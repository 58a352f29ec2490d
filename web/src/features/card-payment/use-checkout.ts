/** Opening the card provider's checkout page for an order's scheduling fee. */
import { useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#lib/api/client.ts";
import { type PaymentError, paymentError } from "./refusal.ts";

type CheckoutRequest = { orderId: string; agreements: Schemas["AgreementsIn"] };
type Checkout = { isOpening: boolean; refusal: PaymentError | null };

const AT_REST: Checkout = { isOpening: false, refusal: null };

/**
 * `onOpened` gets the checkout URL. When the visitor comes back from it, the button is enabled
 * again.
 */
export function useCheckout({
  onOpened,
  onRefused,
}: {
  onOpened: (url: string) => void;
  onRefused: () => void;
}) {
  const [checkout, setCheckout] = useState(AT_REST);

  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && setCheckout(AT_REST);
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, []);

  const open = async (request: CheckoutRequest) => {
    setCheckout({ isOpening: true, refusal: null });
    try {
      onOpened(await checkoutFor(request));
    } catch (failure) {
      setCheckout({ isOpening: false, refusal: paymentError(failure) });
      onRefused();
    }
  };

  return { ...checkout, open };
}

async function checkoutFor({ orderId, agreements }: CheckoutRequest): Promise<string> {
  const { url } = await unwrap(
    api.POST("/api/checkout-sessions", {
      body: { orderId, purpose: "scheduling_fee", agreements },
    }),
  );
  return url;
}
