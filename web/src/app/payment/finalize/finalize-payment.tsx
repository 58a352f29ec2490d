import { valibotResolver } from "@hookform/resolvers/valibot";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { Redirect } from "wouter";
import { feeCreditDays } from "#business/terms.ts";
import type { Draft } from "#draft/draft.ts";
import { useDraft } from "#draft/use-draft.ts";
import { type Agreed, Agreements, agreementsSchema } from "#features/agreements/agreements.tsx";
import {
  FeeTerms,
  HoldCountdown,
  type PaymentError,
  PayRefused,
  PaySecure,
  TestModeNotice,
  useCheckout,
} from "#features/card-payment/card-payment.tsx";
import { AppointmentFacts, CostBreakdown } from "#features/order-summary/cost-breakdown.tsx";
import type { Order } from "#features/order-summary/order-loader.tsx";
import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { showFirstError } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { StepBar, StepBody, useStep } from "../../wizard/step.tsx";
import { ChooseDay } from "../visit/visit-page.tsx";

type FinalizePaymentProps = {
  order: Order;
  /** Called when the payment was refused: the order may have changed, so it is loaded again. */
  onRefused: () => void;
};

/** Everything about a fee that is due, up to the button that opens the card page. */
export default function FinalizePayment({ order, onRefused }: FinalizePaymentProps) {
  const { draft, record } = useDraft();
  const checkout = useCheckout({ onOpened: (url) => location.assign(url), onRefused });
  const body = useRef<HTMLDivElement>(null);
  const { control, handleSubmit, formState } = useForm({
    resolver: valibotResolver(agreementsSchema),
    defaultValues: agreedIn(draft),
  });
  const { refusal } = checkout;
  const fee = order.scheduling_fee.amount_cents;

  useStep("payment");

  const pay = handleSubmit(
    (agreements) => {
      record({ type: "agreementsGiven", agreements });
      checkout.open({ orderId: order.id, agreements });
    },
    () => showFirstError(body.current),
  );

  if (refusal?.wayOn === "confirm")
    return <Redirect to={ofOrder(paths.wizard.confirm, order.id)} replace />;
  return (
    <>
      <StepBody ref={body}>
        {order.test_mode && <TestModeNotice />}
        <PriceChanged before={seenOf(order, draft)} now={order.total_cents} />
        <HoldCountdown until={order.hold_expires_at} chooseAgain={<ChooseDay />} />
        <AppointmentFacts
          address={order.order_location.formatted_address}
          visit={order.appointment}
        />
        <CostBreakdown order={order} />
        {order.missing_modules && (
          <p className="font-semibold">
            {m.payment_visit_finalize_modules({ missing: order.missing_modules })}
          </p>
        )}
        <FeeTerms order={order} />
        <Agreements
          control={control}
          feeAmount={wholeDollars(fee)}
          isRefundable={order.scheduling_fee.refundable}
        />
        <PaySecure />
      </StepBody>
      <PayBar
        fee={fee}
        refusal={refusal}
        isTickMissing={!formState.isValid}
        isBusy={checkout.isOpening}
        onPay={() => void pay()}
      />
    </>
  );
}

function agreedIn({ agreements }: Draft): Agreed {
  const { terms_accepted, privacy_policy_accepted, scheduling_fee_acknowledged } = agreements;
  return { terms_accepted, privacy_policy_accepted, scheduling_fee_acknowledged };
}

// Only the draft that made this order has seen its price.
const seenOf = ({ id }: Order, { wizard, pricing }: Draft): number =>
  wizard.order_id === id ? pricing.totals.total_cents : 0;

function PriceChanged({ before, now }: { before: number; now: number }) {
  if (before === 0 || before === now) return null;
  return (
    <Notice tone="warning" title={m.payment_visit_finalize_price_changed()}>
      {m.payment_visit_finalize_price_differs({
        before: dollarsAndCents(before),
        now: dollarsAndCents(now),
      })}
    </Notice>
  );
}

type PayBarProps = {
  fee: number;
  refusal: PaymentError | null;
  isTickMissing: boolean;
  isBusy: boolean;
  onPay: () => void;
};

const PayBar = ({ fee, refusal, isTickMissing, isBusy, onPay }: PayBarProps) => (
  <StepBar
    label={m.card_payment_due()}
    cents={fee}
    note={m.card_payment_due_note({ days: feeCreditDays })}
    missing={isTickMissing ? m.payment_visit_finalize_ticks_missing() : null}
    above={refusal && <PayRefused refusal={refusal} chooseAgain={<ChooseDay />} />}
  >
    <Button
      variant="cta-green"
      size="lg"
      busy={isBusy}
      busyLabel={m.payment_page_opening()}
      onClick={onPay}
    >
      <span className="whitespace-nowrap">
        {m.card_payment_pay({ amount: dollarsAndCents(fee) })}
      </span>
    </Button>
  </StepBar>
);
