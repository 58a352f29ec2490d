import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CancelTerms, type Rule, type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { cancelWords } from "./cancel/copy.ts";
import { ActionDialog, orderKey, useDraftText, useOrderAction } from "./order-action.tsx";
import { ActionButton, disabledReason, Fact, LoadedPart, useOpenDialog } from "./parts.tsx";
import { centsIn } from "./refund-dialog.tsx";

export function CancelPart({ order }: { order: StaffOrder }) {
  const open = useOpenDialog();
  const { cancellation } = order;
  if (cancellation) return <Ended ended={cancellation} />;
  return (
    <Panel size="sm" id="cancel" title={cancelWords.title}>
      <p className="text-quiet">{cancelWords.lead}</p>
      <ActionButton
        needs="cancel_orders"
        notNow={disabledReason(order, "cancel")}
        variant="destructive"
        onClick={() => open({ is: "cancel" })}
      >
        {cancelWords.open}
      </ActionButton>
    </Panel>
  );
}

const Ended = ({ ended }: { ended: NonNullable<StaffOrder["cancellation"]> }) => (
  <Panel size="sm" id="cancel" title={cancelWords.ended}>
    <p>
      {cancelWords.rules[ended.rule]}
      <Fact>{cancelWords.endedBy(ended.cancelled_by, dayAndTimeOf(ended.cancelled_at))}</Fact>
      {ended.reason && <Fact>{cancelWords.endedBecause(ended.reason)}</Fact>}
    </p>
    <MoneyLines>
      <MoneyLine name={cancelWords.refund} cents={ended.refund_cents} />
      <MoneyLine name={cancelWords.kept} cents={ended.kept_cents} />
      {ended.owed_cents > 0 && <MoneyLine name={cancelWords.owed} cents={ended.owed_cents} />}
      {ended.on_its_way_cents > 0 && (
        <MoneyLine name={cancelWords.onItsWay} cents={ended.on_its_way_cents} />
      )}
    </MoneyLines>
  </Panel>
);

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
      onDone(cancelWords.done);
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
      title={cancelWords.dialogTitle}
      onClose={onClose}
      consequence={terms ? consequenceOf(order, terms) : cancelWords.loading}
      confirm={cancelWords.confirm}
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
        label={cancelWords.reason}
        hint={cancelWords.reasonHint}
        name="reason"
        rows={2}
        maxLength={500}
        value={reason.typed}
        onChange={reason.type}
        error={
          isChecked && !reason.typed.trim() ? cancelWords.reasonRequired : fieldRefusal("reason")
        }
      />
    </ActionDialog>
  );
}

type RulesProps = { chosen: ReturnType<typeof useTerms>; ruleError: string | undefined };

const Rules = ({ chosen, ruleError }: RulesProps) => (
  <>
    <SelectField
      size="sm"
      label={cancelWords.rule}
      hint={chosen.today && cancelWords.today(cancelWords.rules[chosen.today.rule])}
      name="rule"
      value={chosen.terms?.rule ?? ""}
      onChange={(rule) => chosen.choose(rule as Rule)}
      options={chosen.choices.map(({ rule }) => ({ value: rule, label: cancelWords.rules[rule] }))}
      error={ruleError}
    />
    {chosen.hasCosts && (
      <TextField
        size="sm"
        label={cancelWords.costs}
        hint={cancelWords.costsHint}
        name="costs"
        inputMode="decimal"
        autoComplete="off"
        value={chosen.costs}
        onChange={chosen.setCosts}
        error={chosen.costsCents === null ? cancelWords.costsWrong : undefined}
      />
    )}
    {chosen.terms && <Figures terms={chosen.terms} />}
  </>
);

const Figures = ({ terms }: { terms: CancelTerms }) => (
  <MoneyLines>
    <MoneyLine name={cancelWords.refund} cents={terms.refund_cents} />
    <MoneyLine name={cancelWords.kept} cents={terms.kept_cents} />
    {terms.owed_cents > 0 && <MoneyLine name={cancelWords.owed} cents={terms.owed_cents} />}
  </MoneyLines>
);

const consequenceOf = (order: StaffOrder, terms: CancelTerms): string =>
  cancelWords.consequence(
    order.customer.name,
    dollarsAndCents(terms.refund_cents),
    dollarsAndCents(terms.kept_cents),
    terms.owed_cents > 0 ? dollarsAndCents(terms.owed_cents) : null,
  );

// Rules under which the cost of ordered equipment or finished work is kept.
const WITH_COSTS = new Set<Rule>(["after_three_days", "unreasonable_delay"]);

/** Cancellation terms of an order; the rule that applies today, until another is chosen. */
export function useTerms(orderId: string) {
  const [chosen, setChosen] = useState<Rule | null>(null);
  const [costs, setCosts] = useState("");
  const costsCents = costs.trim() === "" ? 0 : centsIn(costs);
  const termsQuery = useQuery({
    queryKey: [...orderKey(orderId), "cancellation", costsCents ?? 0],
    queryFn: () => staffOrders.cancellation(orderId, costsCents ?? 0),
    placeholderData: keepPreviousData,
  });
  const choices = termsQuery.data?.choices ?? [];
  const today = choices.find(({ is_todays }) => is_todays);
  const terms = choices.find(({ rule }) => rule === chosen) ?? today ?? null;

  return {
    asked: termsQuery,
    choices,
    today,
    terms,
    choose: setChosen,
    costs,
    setCosts,
    costsCents,
    hasCosts: terms !== null && WITH_COSTS.has(terms.rule),
    /** True when the figures match the current choice and input. */
    isSettled: terms !== null && !termsQuery.isPlaceholderData && costsCents !== null,
  };
}
