import { lazy, Suspense, useEffect } from "react";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { OrderLoader } from "#features/order-summary/order-in-hand.tsx";
import type { Order } from "#features/order-summary/use-order.ts";
import { paths } from "#lib/paths.ts";
import { Redirect } from "../redirect.tsx";
import { StepHeading } from "../step-heading.tsx";
import { confirmWords as words } from "../visit/visit-copy.ts";
import "../visit/visit.css";

const loadDetails = () => import("./confirm-details.tsx");
const ConfirmDetails = lazy(loadDetails);

/** Step 4 for a visitor who owes nothing: check everything once more and confirm (CONF-01). */
export default function ConfirmStep() {
  const { draft, isLoaded } = useDraft();
  const orderId = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;

  useEffect(() => {
    if (orderId) void loadDetails();
  }, [orderId]);

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} />;
  return (
    <main className="step" id="content">
      <div className="step__body">
        <StepHeading title={words.title} />
      </div>
      {isLoaded && orderId && (
        <OrderLoader orderId={orderId}>{(order) => <ByFee order={order} />}</OrderLoader>
      )}
    </main>
  );
}

function ByFee({ order }: { order: Order }) {
  if (order.scheduling_fee.status === "due") return <Redirect to={paths.wizard.finalize} />;
  return (
    <Suspense>
      <ConfirmDetails order={order} />
    </Suspense>
  );
}
