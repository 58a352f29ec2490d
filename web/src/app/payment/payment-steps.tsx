import { useMutation } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { api, unwrap } from "#api/client.ts";
import { errorCode } from "#api/error-messages.ts";
import { AppointmentFacts, CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import { type Order, OrderLoader } from "#features/order-summary/order-loader.tsx";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { logQuietly } from "#lib/log-quietly.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { LazyScreen, lazyRoute } from "../lazy-route.tsx";
import { Step, StepBar, StepBody, StepHeading } from "../wizard/step.tsx";
import { useReservedOrder } from "./use-reserved-order.ts";
import { ChooseDay } from "./visit/visit-page.tsx";

// Loaded while the order is, and only where there is one.
const paymentForm = lazyRoute(() => import("./finalize/finalize-payment.tsx"));

/**
 * The scheduling fee: its cost and terms, three agreements, and the button to the card page
 * (FIN-01).
 */
export function FinalizeStep() {
  const { orderId } = useReservedOrder();

  useEffect(() => {
    if (orderId) paymentForm.preload().catch(logQuietly("payment form not loaded"));
  }, [orderId]);

  return (
    <OrderStep title={m.payment_visit_finalize_title()} lead={m.payment_visit_finalize_lead()}>
      {(order, reload) => <ByState order={order} onRefused={reload} />}
    </OrderStep>
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
  if (order.status === "cancelled") return CANCELED;
  if (order.scheduling_fee.status !== "due")
    return <Redirect to={ofOrder(paths.wizard.confirm, order.id)} replace />;
  return (
    <Suspense>
      <LazyScreen screen={paymentForm.screen} props={{ order, onRefused }} />
    </Suspense>
  );
}

type ElsewhereProps = { title: string; words: string; link: ReactNode };

const Elsewhere = ({ title, words, link }: ElsewhereProps) => (
  <Notice tone="warning" title={title} action={link}>
    {words}
  </Notice>
);

const CANCELED = (
  <Elsewhere
    title={m.payment_visit_finalize_cancelled_title()}
    words={m.payment_visit_finalize_cancelled()}
    link={<Button href={paths.wizard.address}>{m.start_new_estimate()}</Button>}
  />
);

/** Step 4 for a visitor who owes nothing: check everything once more and confirm (CONF-01). */
export const ConfirmStep = () => (
  <OrderStep title={m.payment_visit_confirm_title()}>
    {(order) => <ByFee order={order} />}
  </OrderStep>
);

function ByFee({ order }: { order: Order }) {
  if (order.status === "cancelled") return CANCELED;
  if (order.scheduling_fee.status === "due")
    return <Redirect to={ofOrder(paths.wizard.finalize, order.id)} replace />;
  return <ConfirmDetails order={order} />;
}

function ConfirmDetails({ order }: { order: Order }) {
  const [, navigate] = useLocation();
  const goToNextStep = () => navigate(ofOrder(paths.visitPaid, order.id));
  const confirm = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/orders/{order_id}/confirm", { params: { path: { order_id: order.id } } }),
        { isRepeatable: true },
      ),
    onSuccess: goToNextStep,
  });
  const { appointment, order_location } = order;
  const isConfirmed = appointment.status === "confirmed";
  const isDayLost = appointment.status === "needs_new_date" || isTaken(confirm.error);

  if (isPaymentDue(confirm.error))
    return <Redirect to={ofOrder(paths.wizard.finalize, order.id)} replace />;
  return (
    <>
      <StepBody>
        <p>
          {isConfirmed
            ? m.payment_visit_confirm_confirmed_lead({ fee: order.scheduling_fee.status })
            : m.payment_visit_confirm_lead()}
        </p>
        {isDayLost && <DayLost />}
        {confirm.error !== null && !isDayLost && (
          <Notice tone="danger">{m.payment_visit_confirm_failed()}</Notice>
        )}
        <AppointmentFacts address={order_location.formatted_address} visit={appointment} />
        <StaticMap address={order_location.formatted_address} />
        <CostBreakdown order={order} />
      </StepBody>
      <StepBar
        label={m.payment_visit_confirm_due()}
        cents={0}
        note={m.payment_visit_confirm_due_note()}
      >
        <Button
          variant="cta-green"
          size="lg"
          disabled={isDayLost}
          busy={confirm.isPending}
          busyLabel={m.payment_visit_confirm_confirming()}
          onClick={isConfirmed ? goToNextStep : () => confirm.mutate()}
        >
          {m.payment_visit_confirm_confirm()}
        </Button>
      </StepBar>
    </>
  );
}

const DayLost = () => (
  <Notice tone="warning" action={<ChooseDay />}>
    {m.payment_visit_confirm_taken()}
  </Notice>
);

const isPaymentDue = (failure: unknown) => errorCode(failure) === "payment_due";
const isTaken = (failure: unknown) => ["hold_expired", "day_full"].includes(errorCode(failure));

type OrderStepProps = {
  title: string;
  lead?: string;
  children: (order: Order, reload: () => void) => ReactNode;
};

/** A step about the order that was reserved; without one it leads to the first step. */
function OrderStep({ title, lead, children }: OrderStepProps) {
  const { isLoaded, orderId } = useReservedOrder();

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} replace />;
  return (
    <Step>
      <StepBody>
        <StepHeading title={title} lead={lead} />
      </StepBody>
      {isLoaded && orderId && <OrderLoader orderId={orderId}>{children}</OrderLoader>}
    </Step>
  );
}
