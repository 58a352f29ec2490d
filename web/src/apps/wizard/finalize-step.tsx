import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Redirect } from "wouter";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { type Agreed, agreementErrors } from "#features/agreements/agreement-rules.ts";
import { Agreements } from "#features/agreements/agreements.tsx";
import { copy as payWords } from "#features/card-payment/copy.ts";
import { FeeTerms } from "#features/card-payment/fee-terms.tsx";
import { HoldCountdown } from "#features/card-payment/hold-countdown.tsx";
import { PayRefused, TestModeNotice } from "#features/card-payment/pay-notices.tsx";
import { payRefusal } from "#features/card-payment/refusal.ts";
import { useCheckout } from "#features/card-payment/use-checkout.ts";
import { AppointmentFacts } from "#features/order-summary/appointment-facts.tsx";
import { CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import { OrderInHand } from "#features/order-summary/order-in-hand.tsx";
import { type Order, orderKey } from "#features/order-summary/use-order.ts";
import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Queries } from "./queries.tsx";
import { StepBar } from "./step-bar.tsx";
import { StepHeading } from "./step-heading.tsx";
import { finalizeWords as words } from "./visit-copy.ts";
import "./visit.css";

/** The scheduling fee: what it costs, what it does, three agreements, and the card page (FIN-01). */
export default function FinalizeStep() {
  const { draft, isLoaded } = useDraft();
  const orderId = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;

  if (isLoaded && !orderId) return <Redirect to={paths.wizard.address} />;
  return (
    <main className="step" id="content">
      <div className="step__body">
        <StepHeading title={words.title} lead={words.lead} />
      </div>
      {isLoaded && orderId && (
        <Queries>
          <OrderInHand orderId={orderId}>{(order) => <ByState order={order} />}</OrderInHand>
        </Queries>
      )}
    </main>
  );
}

function ByState({ order }: { order: Order }) {
  if (order.appointment.status === "needs_new_date")
    return <Elsewhere title={words.newDateTitle} words={words.newDate} way={CHOOSE_DAY} />;
  if (order.status === "cancelled")
    return <Elsewhere title={words.cancelledTitle} words={words.cancelled} way={START_AGAIN} />;
  if (order.scheduling_fee.status !== "due") return <Redirect to={paths.wizard.confirm} />;
  return <Payment order={order} />;
}

const CHOOSE_DAY = { href: paths.wizard.date, label: words.chooseDay };
const START_AGAIN = { href: paths.wizard.address, label: words.startAgain };

type ElsewhereProps = { title: string; words: string; way: { href: string; label: string } };

const Elsewhere = ({ title, words, way }: ElsewhereProps) => (
  <Notice tone="warning" title={title} action={<Button href={way.href}>{way.label}</Button>}>
    {words}
  </Notice>
);

function Payment({ order }: { order: Order }) {
  const { draft, record } = useDraft();
  const queries = useQueryClient();
  const checkout = useCheckout((url) => location.assign(url));
  const [isChecked, setChecked] = useState(false);
  const [agreed, setAgreed] = useState<Agreed>(() => agreedIn(draft.agreements));
  const refusal = checkout.error ? payRefusal(checkout.error) : null;
  const errors = agreementErrors(agreed);
  const fee = order.scheduling_fee.amount_cents;

  useEffect(() => {
    record({ type: "stepEntered", step: 4 });
  }, [record]);

  const pay = () => {
    setChecked(true);
    if (Object.keys(errors).length > 0) return showFirstMissing();
    record({ type: "agreementsGiven", agreements: agreed });
    checkout.mutate(
      { orderId: order.id, agreements: agreed },
      { onError: () => queries.invalidateQueries({ queryKey: orderKey(order.id) }) },
    );
  };

  if (refusal?.wayOn === "confirm") return <Redirect to={paths.wizard.confirm} />;
  return (
    <>
      <div className="step__body">
        {order.test_mode && <TestModeNotice />}
        <PriceChanged before={draft.pricing.totals.total_cents} now={order.total_cents} />
        <HoldCountdown until={order.hold_expires_at} chooseAgainHref={paths.wizard.date} />
        <Facts order={order} windowLabel={draft.scheduling.selected_time_window?.label} />
        <CostBreakdown order={order} />
        <FeeTerms cents={fee} />
        <Agreements
          value={agreed}
          errors={isChecked ? errors : {}}
          feeAmount={wholeDollars(fee)}
          onChange={setAgreed}
        />
        {refusal && <PayRefused refusal={refusal} chooseAgainHref={paths.wizard.date} />}
      </div>
      <PayBar fee={fee} isBusy={checkout.isPending || checkout.isSuccess} onPay={pay} />
    </>
  );
}

const agreedIn = ({ accepted_at: _, ...agreed }: Agreed & { accepted_at: string | null }): Agreed =>
  agreed;

function PriceChanged({ before, now }: { before: number; now: number }): ReactNode {
  if (before === 0 || before === now) return null;
  return (
    <Notice tone="warning" title={words.priceChanged}>
      {words.priceDiffers(dollarsAndCents(before), dollarsAndCents(now))}
    </Notice>
  );
}

type FactsProps = { order: Order; windowLabel: string | undefined };

const Facts = ({ order: { appointment, order_location }, windowLabel }: FactsProps) => (
  <AppointmentFacts
    address={order_location.formatted_address}
    day={appointment.day}
    window={appointment.time_window}
    windowLabel={windowLabel}
  />
);

type PayBarProps = { fee: number; isBusy: boolean; onPay: () => void };

const PayBar = ({ fee, isBusy, onPay }: PayBarProps) => (
  <StepBar label={payWords.due} cents={fee} note={payWords.dueNote}>
    <Button
      variant="cta-green"
      size="lg"
      busy={isBusy}
      busyLabel={payWords.opening}
      onClick={onPay}
    >
      {payWords.pay(dollarsAndCents(fee))}
    </Button>
    <p className="pay-secure">{payWords.secure}</p>
  </StepBar>
);

/** After the errors are on the page: to the first of them. */
function showFirstMissing(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(".agreements [aria-invalid]")?.focus();
  });
}
