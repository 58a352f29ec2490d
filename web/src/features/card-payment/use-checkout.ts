/** Opening the card provider's page for an order's scheduling fee. */
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Schemas, unwrap } from "#lib/api/client.ts";

type Asked = { orderId: string; agreements: Schemas["AgreementsIn"] };

/** `onOpened` is given the page's address; coming back from that page makes the button a button again. */
export function useCheckout(onOpened: (url: string) => void) {
  const checkout = useMutation({
    mutationFn: ({ orderId, agreements }: Asked) =>
      unwrap(
        api.POST("/api/checkout-sessions", {
          body: { orderId, purpose: "scheduling_fee", agreements },
        }),
      ),
    onSuccess: ({ url }) => onOpened(url),
  });
  const { reset } = checkout;

  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, [reset]);

  return checkout;
}
