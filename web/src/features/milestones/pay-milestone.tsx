import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#api/error-messages.ts";
import { type Milestone, type Money, myBooking, type PayMethod } from "#api/my-booking.ts";
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
  /** Called with the URL of the payment page. */
  onOpened: (url: string) => void;
  /** Called when the payment was refused: the ledger may have changed, so it is loaded again. */
  onRefused: () => void;
};

const ERROR_MESSAGES = {
  cards_down: m.milestones_refusals_cards_down(),
  already_paid: m.milestones_refusals_already_paid(),
  nothing_due: m.milestones_refusals_nothing_due(),
  payment_on_its_way: m.milestones_refusals_payment_on_its_way(),
  general: m.payment_page_failed(),
};

/**
 * Payment by bank, debit or credit card; the credit card surcharge is shown in cents before paying
 * (PAY-03.2). When the visitor comes back from the payment page, the button is enabled again.
 */
export function PayMilestone({ milestone, methods, onOpened, onRefused }: PayMilestoneProps) {
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: myBooking.pay,
    onSuccess: ({ url }) => onOpened(url),
    onError: onRefused,
  });
  usePageReturn(reset);
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
      {error && <Refusal>{errorMessage(error, ERROR_MESSAGES)}</Refusal>}
      <Button
        variant="cta-green"
        size="lg"
        busy={isPending || isSuccess}
        busyLabel={m.payment_page_opening()}
        onClick={() => mutate({ purpose: "milestone", milestone: milestone.kind, method })}
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
