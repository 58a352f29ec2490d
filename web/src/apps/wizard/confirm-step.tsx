import { useMutation } from "@tanstack/react-query";
import { Redirect, useLocation } from "wouter";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { AppointmentFacts } from "#features/order-summary/appointment-facts.tsx";
import { CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import { OrderInHand } from "#features/order-summary/order-in-hand.tsx";
import type { Order } from "#features/order-summary/use-order.ts";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { api, Problem, unwrap } from "#lib/api/client.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Queries } from "./queries.tsx";
import { StepBar } from "./step-bar.tsx";
import { StepHeading } from "./step-heading.tsx";
import { finalizeWords, confirmWords as words } from "./visit-copy.ts";
import "./visit.css";

/** Step 4 for a visitor who owes nothing: look at everything once more, and confirm (CONF-01). */
export default function ConfirmStep() {
  const { draft, isLoaded } = useDraft();
  const orderId = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} />;
  return (
    <main className="step" id="content">
      <div className="step__body">
        <StepHeading title={words.title} />
      </div>
      {isLoaded && orderId && (
        <Queries>
          <OrderInHand orderId={orderId}>
            {(order) =>
              order.scheduling_fee.status === "due" ? TO_PAYMENT : <Details order={order} />
            }
          </OrderInHand>
        </Queries>
      )}
    </main>
  );
}

const TO_PAYMENT = <Redirect to={paths.wizard.finalize} />;

function Details({ order }: { order: Order }) {
  const { draft } = useDraft();
  const [, navigate] = useLocation();
  const confirm = useConfirm(order.id);
  const { appointment, order_location } = order;
  const isConfirmed = appointment.status === "confirmed";
  const lost = appointment.status === "needs_new_date" || isTaken(confirm.error);

  const goOn = () => navigate(paths.visitPaid);
  const press = () => (isConfirmed ? goOn() : confirm.mutate(undefined, { onSuccess: goOn }));

  if (isPaymentDue(confirm.error)) return TO_PAYMENT;
  return (
    <>
      <div className="step__body">
        <p>{isConfirmed ? words.confirmedLead : words.lead}</p>
        {lost && <DayLost />}
        {confirm.error && !lost && <Notice tone="danger">{words.failed}</Notice>}
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
          disabled={lost}
          busy={confirm.isPending}
          busyLabel={words.confirming}
          onClick={press}
        >
          {words.confirm}
        </Button>
      </StepBar>
    </>
  );
}

const DayLost = () => (
  <Notice
    tone="warning"
    action={<Button href={paths.wizard.date}>{finalizeWords.chooseDay}</Button>}
  >
    {words.taken}
  </Notice>
);

const useConfirm = (orderId: string) =>
  useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/orders/{order_id}/confirm", { params: { path: { order_id: orderId } } }),
      ),
  });

const codeOf = (failure: unknown) => (failure instanceof Problem ? failure.code : "");
const isPaymentDue = (failure: unknown) => codeOf(failure) === "payment_due";
const isTaken = (failure: unknown) => ["hold_expired", "day_full"].includes(codeOf(failure));
