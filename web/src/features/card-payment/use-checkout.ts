/** Opening the card provider's checkout page for an order's scheduling fee. */
import { useMutation } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { usePageReturn } from "#ui/use-page-return.ts";
import { copy } from "./copy.ts";

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
  cards_down: copy.refusals.cards_down,
  busy: copy.refusals.cards_down,
  offline: copy.refusals.offline,
  timeout: copy.refusals.offline,
};

export function paymentError(failure: unknown): PaymentError {
  if (!(failure instanceof Problem)) return { words: copy.refusals.general, wayOn: "again" };
  const { code, status } = failure;
  if (NOTHING_TO_PAY.has(code)) return { words: "", wayOn: "confirm" };
  if (TIMES_UP.has(code)) return { words: copy.refusals.hold_expired, wayOn: "day" };
  const byStatus = status === 429 ? copy.refusals.too_often : copy.refusals.general;
  return { words: WORDS[code] ?? byStatus, wayOn: "again" };
}
