import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";

/** The id of the order that this browser reserved, if any; the rest comes from the server. */
export function useReservedOrder() {
  const { draft, isLoaded } = useDraft();
  return {
    isLoaded,
    orderId: isLoaded
      ? (draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId)
      : undefined,
  };
}
