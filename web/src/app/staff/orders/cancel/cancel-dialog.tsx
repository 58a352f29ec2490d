import { useState } from "react";
import { type CancelTerms, type Rule, type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { useDraftText } from "../actions/use-typed.ts";
import { cancelWords as words } from "./copy.ts";
import { useTerms } from "./use-terms.ts";

type CancelDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Cancel an order: the rule, and what it keeps and refunds to the cent, before confirming. */
export function CancelDialog({ order, onClose, onDone }: CancelDialogProps) {
  const chosen = useTerms(order.id);
  const { terms, costsCents } = chosen;
  const reason = useDraftText(`cancel ${order.id}`);
  const [isChecked, setChecked] = useState(false);
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(
    order,
    staffOrders.cancel,
    () => {
      reason.forget();
      onDone(words.done);
    },
  );

  const confirm = () => {
    setChecked(true);
    if (!terms || !chosen.isSettled || !reason.typed.trim()) return;
    run({
      id: order.id,
      rule: terms.rule,
      costs_cents: chosen.hasCosts ? (costsCents ?? 0) : 0,
      refund_cents: terms.refund_cents,
      reason: reason.typed.trim(),
    });
  };
  return (
    <ActionDialog
      title={words.dialogTitle}
      onClose={onClose}
      consequence={terms ? consequenceOf(order, terms) : words.loading}
      confirm={words.confirm}
      isDestructive
      isSending={isSending}
      isBlocked={!chosen.isSettled}
      refusal={refusal}
      onConfirm={confirm}
    >
      <LoadedPart query={chosen.asked}>
        {(terms) =>
          terms.can_cancel ? (
            <Rules chosen={chosen} ruleError={fieldRefusal("rule")} />
          ) : (
            <p>{terms.why_not}</p>
          )
        }
      </LoadedPart>
      <TextArea
        size="sm"
        label={words.reason}
        hint={words.reasonHint}
        name="reason"
        rows={2}
        maxLength={500}
        value={reason.typed}
        onChange={reason.type}
        error={isChecked && !reason.typed.trim() ? words.reasonRequired : fieldRefusal("reason")}
      />
    </ActionDialog>
  );
}

type RulesProps = { chosen: ReturnType<typeof useTerms>; ruleError: string | undefined };

const Rules = ({ chosen, ruleError }: RulesProps) => (
  <>
    <SelectField
      size="sm"
      label={words.rule}
      hint={chosen.today && words.today(words.rules[chosen.today.rule])}
      name="rule"
      value={chosen.terms?.rule ?? ""}
      onChange={(rule) => chosen.choose(rule as Rule)}
      options={chosen.choices.map(({ rule }) => ({ value: rule, label: words.rules[rule] }))}
      error={ruleError}
    />
    {chosen.hasCosts && (
      <TextField
        size="sm"
        label={words.costs}
        hint={words.costsHint}
        name="costs"
        inputMode="decimal"
        autoComplete="off"
        value={chosen.costs}
        onChange={chosen.setCosts}
        error={chosen.costsCents === null ? words.costsWrong : undefined}
      />
    )}
    {chosen.terms && <Figures terms={chosen.terms} />}
  </>
);

const Figures = ({ terms }: { terms: CancelTerms }) => (
  <MoneyLines>
    <MoneyLine name={words.refund} cents={terms.refund_cents} />
    <MoneyLine name={words.kept} cents={terms.kept_cents} />
    {terms.owed_cents > 0 && <MoneyLine name={words.owed} cents={terms.owed_cents} />}
  </MoneyLines>
);

const consequenceOf = (order: StaffOrder, terms: CancelTerms): string =>
  words.consequence(
    order.customer.name,
    dollarsAndCents(terms.refund_cents),
    dollarsAndCents(terms.kept_cents),
    terms.owed_cents > 0 ? dollarsAndCents(terms.owed_cents) : null,
  );
