import { useMutation } from "@tanstack/react-query";
import { Redirect, useLocation } from "wouter";
import { api, unwrap } from "#api/client.ts";
import { errorCode } from "#api/error-messages.ts";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { AppointmentFacts, CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import { type Order, OrderLoader } from "#features/order-summary/order-loader.tsx";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Step, StepBar, StepBody } from "../../wizard/step.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { ChooseDay } from "../visit/visit-page.tsx";

/** Step 4 for a visitor who owes nothing: check everything once more and confirm (CONF-01). */
export function ConfirmStep() {
  const { draft, isLoaded } = useDraft();
  const orderId = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} replace />;
  return (
    <Step>
      <StepBody>
        <StepHeading title={m.payment_visit_confirm_title()} />
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

function ConfirmDetails({ order }: { order: Order }) {
  const { draft } = useDraft();
  const [, navigate] = useLocation();
  const goToNextStep = () => navigate(paths.visitPaid);
  const confirm = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/orders/{order_id}/confirm", { params: { path: { order_id: order.id } } }),
      ),
    onSuccess: goToNextStep,
  });
  const { appointment, order_location } = order;
  const isConfirmed = appointment.status === "confirmed";
  const isDayLost = appointment.status === "needs_new_date" || isTaken(confirm.error);

  if (isPaymentDue(confirm.error)) return <Redirect to={paths.wizard.finalize} replace />;
  return (
    <>
      <StepBody>
        <p>
          {isConfirmed ? m.payment_visit_confirm_confirmed_lead() : m.payment_visit_confirm_lead()}
        </p>
        {isDayLost && <DayLost />}
        {confirm.error !== null && !isDayLost && (
          <Notice tone="danger">{m.payment_visit_confirm_failed()}</Notice>
        )}
        <AppointmentFacts
          address={order_location.formatted_address}
          day={appointment.day}
          window={appointment.time_window}
          windowLabel={draft.scheduling.selected_time_window?.label}
        />
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
