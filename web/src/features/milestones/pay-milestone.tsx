import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#api/error-messages.ts";
import {
  type Milestone,
  type Money,
  myBooking,
  type PayMethod,
  type PaymentRequest,
} from "#api/my-booking.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { usePageReturn } from "#ui/use-page-return.ts";

type PayMilestoneProps = {
  milestone: Milestone;
  methods: Money["methods"];
  onOpened: (url: string) => void;
  /** Called when the payment was refused: the ledger may have changed, so it is loaded again. */
  onRefused: () => void;
};

/**
 * Payment by bank, debit or credit card; the credit card surcharge is shown in cents before paying
 * (PAY-03.2).
 */
export function PayMilestone({ milestone, methods, onOpened, onRefused }: PayMilestoneProps) {
  const { pay, isOpening, refusal } = usePayment({ onOpened, onRefused });
  const [method, setMethod] = useState<PayMethod>(methods[0]?.method ?? "bank");
  const surcharge = hasSurcharge(methods, method) ? milestone.surcharge_cents : 0;

  return (
    <div className="grid gap-4">
      <RadioCards
        layout="amounts"
        legend={m.milestones_method_title()}
        name={`method-${milestone.kind}`}
        value={method}
        onChange={(chosen) => setMethod(chosen as PayMethod)}
        options={methods.map((offered) => optionOf(offered, milestone.surcharge_cents))}
      />
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button
        variant="cta-green"
        size="lg"
        busy={isOpening}
        busyLabel={m.payment_page_opening()}
        onClick={() => pay({ purpose: "milestone", milestone: milestone.kind, method })}
      >
        {surcharge > 0
          ? m.milestones_go_pay_with_fee({
              amount: dollarsAndCents(milestone.due_cents),
              fee: dollarsAndCents(surcharge),
            })
          : m.milestones_go_pay({ amount: dollarsAndCents(milestone.due_cents) })}
      </Button>
      <p className="grid grid-cols-[auto_1fr] gap-3 text-sm text-quiet">
        <Icon name="lock" size="sm" />
        {m.milestones_secure()}
      </p>
    </div>
  );
}

const hasSurcharge = (methods: Money["methods"], method: PayMethod): boolean =>
  methods.some((offered) => offered.method === method && Number(offered.surcharge_percent) > 0);

function optionOf({ method, surcharge_percent }: Money["methods"][number], surchargeCents: number) {
  const isFree = Number(surcharge_percent) === 0;
  return {
    value: method,
    title: m.milestones_methods({ method }),
    aside: isFree
      ? m.milestones_no_fee()
      : m.milestones_fee({ amount: dollarsAndCents(surchargeCents) }),
    ...(!isFree && { detail: m.milestones_fee_detail({ percent: Number(surcharge_percent) }) }),
  };
}

type PaymentCallbacks = { onOpened: (url: string) => void; onRefused: () => void };

/**
 * `onOpened` gets the payment page's URL. When the visitor comes back from it, the button is
 * enabled again.
 */
function usePayment({ onOpened, onRefused }: PaymentCallbacks) {
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: (payment: PaymentRequest) => myBooking.pay(payment),
    onSuccess: ({ url }) => onOpened(url),
    onError: onRefused,
  });
  usePageReturn(reset);

  return {
    pay: (payment: PaymentRequest) => mutate(payment),
    isOpening: isPending || isSuccess,
    refusal: error
      ? errorMessage(error, {
          cards_down: m.milestones_refusals_cards_down(),
          already_paid: m.milestones_refusals_already_paid(),
          nothing_due: m.milestones_refusals_nothing_due(),
          payment_on_its_way: m.milestones_refusals_payment_on_its_way(),
          general: m.payment_page_failed(),
        })
      : null,
  };
}
