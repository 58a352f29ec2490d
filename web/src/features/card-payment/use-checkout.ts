/** Opening the card provider's checkout page for an order's scheduling fee. */

import { useMutation } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { usePageReturn } from "#ui/use-page-return.ts";

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

export type PaymentError = {
  words: string;
  /** What to do: try again, choose another day, or nothing because no fee is due. */
  wayOn: "again" | "day" | "confirm";
};

const NOTHING_TO_PAY = new Set(["already_paid", "nothing_due"]);
const TIMES_UP = new Set(["hold_expired", "day_full", "day_not_offered"]);
const WORDS: Record<string, string> = {
  cards_down: m.card_payment_refusals_cards_down(),
  busy: m.card_payment_refusals_cards_down(),
  offline: m.card_payment_refusals_offline(),
  timeout: m.card_payment_refusals_offline(),
};

export function paymentError(failure: unknown): PaymentError {
  if (!(failure instanceof Problem)) return { words: m.payment_page_failed(), wayOn: "again" };
  const { code, status } = failure;
  if (NOTHING_TO_PAY.has(code)) return { words: "", wayOn: "confirm" };
  if (TIMES_UP.has(code)) return { words: m.card_payment_refusals_hold_expired(), wayOn: "day" };
  const byStatus = status === 429 ? m.card_payment_refusals_too_often() : m.payment_page_failed();
  return { words: WORDS[code] ?? byStatus, wayOn: "again" };
}
