import { Redirect } from "wouter";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { OrderLoader } from "#features/order-summary/order-loader.tsx";
import type { Order } from "#features/order-summary/use-order.ts";
import { paths } from "#lib/paths.ts";
import { Step, StepBody } from "../../wizard/step.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { confirmWords as words } from "../visit/visit-copy.ts";
import { ConfirmDetails } from "./confirm-details.tsx";

/** Step 4 for a visitor who owes nothing: check everything once more and confirm (CONF-01). */
export function ConfirmStep() {
  const { draft, isLoaded } = useDraft();
  const orderId = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} replace />;
  return (
    <Step>
      <StepBody>
        <StepHeading title={words.title} />
      </StepBody>
      {isLoaded && orderId && (
        <OrderLoader orderId={orderId}>{(order) => <ByFee order={order} />}</OrderLoader>
      )}
    </Step>
  );
}

function ByFee({ order }: { order: Order }) {
  if (order.scheduling_fee.status === "due") return <Redirect to={paths.wizard.finalize} replace />;
  return <ConfirmDetails order={order} />;
}
