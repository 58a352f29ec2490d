import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect } from "wouter";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { type Order, OrderLoader } from "#features/order-summary/order-loader.tsx";
import { logQuietly } from "#lib/log-quietly.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { LazyScreen, lazyRoute } from "../../lazy-route.tsx";
import { Step, StepBody } from "../../wizard/step.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { ChooseDay } from "../visit/visit-page.tsx";

// Loaded while the order is, and only where there is one.
const paymentForm = lazyRoute(() => import("./finalize-payment.tsx"));

/**
 * The scheduling fee: its cost and terms, three agreements, and the button to the card page
 * (FIN-01).
 */
export function FinalizeStep() {
  const { draft, isLoaded } = useDraft();
  const orderId = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;

  useEffect(() => {
    if (orderId) paymentForm.preload().catch(logQuietly("payment form not loaded"));
  }, [orderId]);

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} replace />;
  return (
    <Step>
      <StepBody>
        <StepHeading
          title={m.payment_visit_finalize_title()}
          lead={m.payment_visit_finalize_lead()}
        />
      </StepBody>
      {isLoaded && orderId && (
        <OrderLoader orderId={orderId}>
          {(order, reload) => <ByState order={order} onRefused={reload} />}
        </OrderLoader>
      )}
    </Step>
  );
}

function ByState({ order, onRefused }: { order: Order; onRefused: () => void }) {
  if (order.appointment.status === "needs_new_date")
    return (
      <Elsewhere
        title={m.payment_visit_finalize_new_date_title()}
        words={m.payment_visit_finalize_new_date()}
        link={<ChooseDay />}
      />
    );
  if (order.status === "cancelled")
    return (
      <Elsewhere
        title={m.payment_visit_finalize_cancelled_title()}
        words={m.payment_visit_finalize_cancelled()}
        link={START_AGAIN}
      />
    );
  if (order.scheduling_fee.status !== "due") return <Redirect to={paths.wizard.confirm} replace />;
  return (
    <Suspense>
      <LazyScreen screen={paymentForm.screen} props={{ order, onRefused }} />
    </Suspense>
  );
}

const START_AGAIN = <Button href={paths.wizard.address}>{m.start_new_estimate()}</Button>;

type ElsewhereProps = { title: string; words: string; link: ReactNode };

const Elsewhere = ({ title, words, link }: ElsewhereProps) => (
  <Notice tone="warning" title={title} action={link}>
    {words}
  </Notice>
);
