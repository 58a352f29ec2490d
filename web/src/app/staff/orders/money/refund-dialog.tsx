import { useState } from "react";
import { type StaffOrder, type StaffPayment, staffOrders } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { useDraftText } from "../actions/use-typed.ts";
import { centsIn } from "./cents.ts";
import { moneyWords as words } from "./copy.ts";

type RefundDialogProps = {
  order: StaffOrder;
  payment: StaffPayment;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Refund a payment in whole or in part; the dialog shows what is refunded and what remains. */
export function RefundDialog({ order, payment, onClose, onDone }: RefundDialogProps) {
  const most = payment.left_cents;
  const [amount, setAmount] = useState("");
  const reason = useDraftText(`refund ${payment.id}`);
  const [isChecked, setChecked] = useState(false);
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(
    order,
    staffOrders.refund,
    () => {
      reason.forget();
      onDone(words.refundAsked);
    },
  );
  const cents = centsIn(amount);
  const amountError = amountErrorOf(cents, most);
  const isGood = cents !== null && !amountError;

  const confirm = () => {
    setChecked(true);
    if (isGood && reason.typed.trim())
      run({ paymentId: payment.id, amount_cents: cents, reason: reason.typed.trim() });
  };
  return (
    <ActionDialog
      title={words.refundOf(words.purposes[payment.purpose])}
      onClose={onClose}
      consequence={
        isGood
          ? words.refundConsequence(
              dollarsAndCents(cents),
              dollarsAndCents(most - cents),
              order.customer.name,
            )
          : words.refundUnclear
      }
      confirm={isGood ? words.doRefund(dollarsAndCents(cents)) : words.refund}
      isDestructive
      isSending={isSending}
      refusal={refusal}
      onConfirm={confirm}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
        <TextField
          size="sm"
          label={words.amount}
          hint={words.amountHint(dollarsAndCents(most))}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={setAmount}
          error={(isChecked && amountError) || fieldRefusal("amount_cents")}
        />
        <Button variant="outline" size="sm" onClick={() => setAmount((most / 100).toFixed(2))}>
          {words.whole(dollarsAndCents(most))}
        </Button>
      </div>
      <TextArea
        size="sm"
        label={words.reason}
        hint={words.reasonHint}
        name="reason"
        rows={2}
        maxLength={200}
        value={reason.typed}
        onChange={reason.type}
        error={
          (isChecked && !reason.typed.trim() && words.reasonRequired) || fieldRefusal("reason")
        }
      />
    </ActionDialog>
  );
}

function amountErrorOf(cents: number | null, most: number): string | undefined {
  if (cents === null || cents === 0) return words.amountRequired;
  return cents > most ? words.amountTooHigh(dollarsAndCents(most)) : undefined;
}
