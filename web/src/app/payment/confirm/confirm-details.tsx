import { useState } from "react";
import { Redirect, useLocation } from "wouter";
import { useDraft } from "#draft/use-draft.ts";
import { AppointmentFacts } from "#features/order-summary/appointment-facts.tsx";
import { CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import type { Order } from "#features/order-summary/use-order.ts";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { api, Problem, unwrap } from "#lib/api/client.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { StepBar } from "../../wizard/step-bar.tsx";
import { ChooseDay } from "../visit/choose-day.tsx";
import { confirmWords as words } from "../visit/visit-copy.ts";

export function ConfirmDetails({ order }: { order: Order }) {
  const { draft } = useDraft();
  const [, navigate] = useLocation();
  const goToNextStep = () => navigate(paths.visitPaid);
  const confirm = useConfirm({ orderId: order.id, onConfirmed: goToNextStep });
  const { appointment, order_location } = order;
  const isConfirmed = appointment.status === "confirmed";
  const isDayLost = appointment.status === "needs_new_date" || isTaken(confirm.failure);

  if (isPaymentDue(confirm.failure)) return <Redirect to={paths.wizard.finalize} replace />;
  return (
    <>
      <div className="step__body">
        <p>{isConfirmed ? words.confirmedLead : words.lead}</p>
        {isDayLost && <DayLost />}
        {confirm.failure !== null && !isDayLost && <Notice tone="danger">{words.failed}</Notice>}
        <AppointmentFacts
          address={order_location.formatted_address}
          day={appointment.day}
          window={appointment.time_window}
          windowLabel={draft.scheduling.selected_time_window?.label}
        />
        <StaticMap address={order_location.formatted_address} />
        <CostBreakdown order={order} />
      </div>
      <StepBar label={words.due} cents={0} note={words.dueNote}>
        <Button
          variant="cta-green"
          size="lg"
          disabled={isDayLost}
          busy={confirm.isBusy}
          busyLabel={words.confirming}
          onClick={isConfirmed ? goToNextStep : confirm.confirm}
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

function useConfirm({ orderId, onConfirmed }: { orderId: string; onConfirmed: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await unwrap(
        api.POST("/api/orders/{order_id}/confirm", { params: { path: { order_id: orderId } } }),
      );
      onConfirmed();
    } catch (refused) {
      setFailure(refused);
    } finally {
      setBusy(false);
    }
  };

  return { isBusy, failure, confirm };
}

const codeOf = (failure: unknown) => (failure instanceof Problem ? failure.code : "");
const isPaymentDue = (failure: unknown) => codeOf(failure) === "payment_due";
const isTaken = (failure: unknown) => ["hold_expired", "day_full"].includes(codeOf(failure));
