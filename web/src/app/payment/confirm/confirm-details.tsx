import { useMutation } from "@tanstack/react-query";
import { Redirect, useLocation } from "wouter";
import { api, unwrap } from "#api/client.ts";
import { errorCode } from "#api/error-messages.ts";
import { useDraft } from "#draft/use-draft.ts";
import { AppointmentFacts } from "#features/order-summary/appointment-facts.tsx";
import { CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import type { Order } from "#features/order-summary/use-order.ts";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { StepBody } from "../../wizard/step.tsx";
import { StepBar } from "../../wizard/step-bar.tsx";
import { ChooseDay } from "../visit/choose-day.tsx";
import { confirmWords as words } from "../visit/visit-copy.ts";

export function ConfirmDetails({ order }: { order: Order }) {
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
        <p>{isConfirmed ? words.confirmedLead : words.lead}</p>
        {isDayLost && <DayLost />}
        {confirm.error !== null && !isDayLost && <Notice tone="danger">{words.failed}</Notice>}
        <AppointmentFacts
          address={order_location.formatted_address}
          day={appointment.day}
          window={appointment.time_window}
          windowLabel={draft.scheduling.selected_time_window?.label}
        />
        <StaticMap address={order_location.formatted_address} />
        <CostBreakdown order={order} />
      </StepBody>
      <StepBar label={words.due} cents={0} note={words.dueNote}>
        <Button
          variant="cta-green"
          size="lg"
          disabled={isDayLost}
          busy={confirm.isPending}
          busyLabel={words.confirming}
          onClick={isConfirmed ? goToNextStep : () => confirm.mutate()}
        >
          {words.confirm}
        </Button>
      </StepBar>
    </>
  );
}

const DayLost = () => (
  <Notice tone="warning" action={<ChooseDay />}>
    {words.taken}
  </Notice>
);

const isPaymentDue = (failure: unknown) => errorCode(failure) === "payment_due";
const isTaken = (failure: unknown) => ["hold_expired", "day_full"].includes(errorCode(failure));
