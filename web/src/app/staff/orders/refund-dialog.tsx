import { useState } from "react";
import { type StaffOrder, type StaffPayment, staffOrders } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { moneyWords } from "./money/copy.ts";
import { ActionDialog, useDraftText, useOrderAction } from "./order-action.tsx";

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
      onDone(moneyWords.refundAsked);
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
      title={moneyWords.refundOf(moneyWords.purposes[payment.purpose])}
      onClose={onClose}
      consequence={
        isGood
          ? moneyWords.refundConsequence(
              dollarsAndCents(cents),
              dollarsAndCents(most - cents),
              order.customer.name,
            )
          : moneyWords.refundUnclear
      }
      confirm={isGood ? moneyWords.doRefund(dollarsAndCents(cents)) : moneyWords.refund}
      isDestructive
      isSending={isSending}
      refusal={refusal}
      onConfirm={confirm}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
        <TextField
          size="sm"
          label={moneyWords.amount}
          hint={moneyWords.amountHint(dollarsAndCents(most))}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={setAmount}
          error={(isChecked && amountError) || fieldRefusal("amount_cents")}
        />
        <Button variant="outline" size="sm" onClick={() => setAmount((most / 100).toFixed(2))}>
          {moneyWords.whole(dollarsAndCents(most))}
        </Button>
      </div>
      <TextArea
        size="sm"
        label={moneyWords.reason}
        hint={moneyWords.reasonHint}
        name="reason"
        rows={2}
        maxLength={200}
        value={reason.typed}
        onChange={reason.type}
        error={
          (isChecked && !reason.typed.trim() && moneyWords.reasonRequired) || fieldRefusal("reason")
        }
      />
    </ActionDialog>
  );
}

function amountErrorOf(cents: number | null, most: number): string | undefined {
  if (cents === null || cents === 0) return moneyWords.amountRequired;
  return cents > most ? moneyWords.amountTooHigh(dollarsAndCents(most)) : undefined;
}

/** Parse a dollar amount, "25", "25.5" or "$1,025.50", to cents; null when it is none. */
export function centsIn(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return null;
  const [dollars = "0", cents = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}
