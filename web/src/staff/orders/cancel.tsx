import { valibotResolver } from "@hookform/resolvers/valibot";
import { keepPreviousData } from "@tanstack/react-query";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { CancelTerms, Rule, StaffOrder } from "#api/staff-orders.ts";
import { feeCancelHours, priceRise } from "#business/terms.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { centsIn, dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { requiredText } from "#ui/form.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { NotInRole, useMe } from "../session/me.tsx";
import { useTold } from "../session/told.ts";
import { FormTextArea, FormTextField } from "../shell/form.tsx";
import { ActionDialog, drafts, type OrderDialogProps, useOrderAction } from "./order-action.tsx";
import { ActionButton, disabledReason, Fact, LoadedPart } from "./parts.tsx";

export function CancelPart({ order }: { order: StaffOrder }) {
  const { cancellation } = order;
  const { role } = useMe();
  if (cancellation) return <Ended ended={cancellation} />;
  if (role === "viewer") return null;
  return (
    <Panel size="sm" id="cancel" title={m.staff_cancel_title()}>
      <p className="text-quiet">{m.staff_cancel_lead()}</p>
      <ActionButton
        needs="cancel_orders"
        notNow={disabledReason(order, "cancel")}
        variant="destructive"
        opens={{ is: "cancel" }}
      >
        {m.staff_cancel_open()}
      </ActionButton>
      <NotInRole needs={["cancel_orders"]} />
    </Panel>
  );
}

const Ended = ({ ended }: { ended: NonNullable<StaffOrder["cancellation"]> }) => (
  <Panel size="sm" id="cancel" title={m.staff_cancel_ended()}>
    <p>
      {ruleName(ended.rule)}
      <Fact>
        {m.staff_cancel_ended_by({
          name: ended.cancelled_by,
          when: dayAndTimeOf(ended.cancelled_at),
        })}
      </Fact>
      {ended.reason && <Fact>{m.staff_cancel_ended_because({ reason: ended.reason })}</Fact>}
    </p>
    <MoneyLines>
      <MoneyLine name={m.staff_cancel_refund()} cents={ended.refund_cents} />
      <MoneyLine name={m.cancellation_not_refunded()} cents={ended.retained_cents} />
      {ended.owed_cents > 0 && <MoneyLine name={m.staff_cancel_owed()} cents={ended.owed_cents} />}
      {ended.on_its_way_cents > 0 && (
        <MoneyLine name={m.staff_cancel_on_its_way()} cents={ended.on_its_way_cents} />
      )}
    </MoneyLines>
  </Panel>
);

const cancelSchema = v.object({
  rule: v.string(),
  costs_cents: v.pipe(
    v.string(),
    v.transform((text) => (text.trim() === "" ? 0 : centsIn(text))),
    v.number(m.staff_cancel_costs_wrong()),
  ),
  reason: requiredText(m.staff_reason_required()),
});

type CancelForm = UseFormReturn<
  v.InferInput<typeof cancelSchema>,
  unknown,
  v.InferOutput<typeof cancelSchema>
>;

/** Cancel an order: the rule, and what it keeps and refunds to the cent, before confirming. */
export function CancelDialog({ order, onClose, onDone }: OrderDialogProps) {
  const told = useTold();
  const draftKey = `cancel ${order.id}`;
  const form: CancelForm = useForm({
    mode: "onChange",
    resolver: valibotResolver(cancelSchema),
    defaultValues: { rule: "", costs_cents: "", reason: "", ...drafts.get(draftKey) },
  });
  const { control, getValues, handleSubmit } = form;
  const chosen = useTerms(order.id, form);
  const { terms } = chosen;
  const { run, ...state } = useOrderAction(order, "post", "/api/staff/orders/{order_id}/cancel", {
    onDone: () => onDone(m.staff_cancel_done()),
    form,
    draftKey,
  });

  const confirm = handleSubmit(({ costs_cents, reason }) => {
    if (!terms) return;
    const { rule, refund_cents, retained_cents, owed_cents } = terms;
    const costs = chosen.hasCosts ? costs_cents : 0;
    run((if_version) => ({
      path: { order_id: order.id },
      body: {
        rule,
        costs_cents: costs,
        refund_cents,
        retained_cents,
        owed_cents,
        reason,
        if_version,
      },
    }));
  });
  return (
    <ActionDialog
      {...state}
      title={m.staff_cancel_dialog_title()}
      onClose={onClose}
      consequence={
        terms
          ? [consequenceOf(terms), terms.under_way, told(order)].filter(Boolean).join(" ")
          : m.staff_cancel_loading()
      }
      confirm={m.staff_cancel_confirm()}
      isDestructive
      isBlocked={!chosen.isSettled}
      onTyped={() => drafts.set(draftKey, { reason: getValues("reason") })}
      onConfirm={confirm}
    >
      <LoadedPart query={chosen.query}>
        {({ can_cancel, why_not }) =>
          can_cancel ? <Rules form={form} chosen={chosen} /> : <p>{why_not}</p>
        }
      </LoadedPart>
      <FormTextArea
        control={control}
        name="reason"
        size="sm"
        label={m.staff_cancel_reason()}
        hint={m.staff_cancel_reason_hint()}
        rows={2}
        maxLength={500}
      />
    </ActionDialog>
  );
}

type RulesProps = { form: CancelForm; chosen: ReturnType<typeof useTerms> };

const Rules = ({ form, chosen }: RulesProps) => (
  <>
    <SelectField
      size="sm"
      label={m.staff_cancel_rule()}
      hint={chosen.today && m.staff_cancel_today({ name: ruleName(chosen.today.rule) })}
      name="rule"
      value={chosen.terms?.rule ?? ""}
      onChange={(rule) => form.setValue("rule", rule)}
      options={chosen.choices.map(({ rule }) => ({
        value: rule,
        label: ruleName(rule),
      }))}
      error={form.formState.errors.rule?.message}
    />
    {chosen.hasCosts && (
      <FormTextField
        control={form.control}
        name="costs_cents"
        size="sm"
        label={m.staff_cancel_costs()}
        hint={m.staff_cancel_costs_hint()}
        inputMode="decimal"
        autoComplete="off"
      />
    )}
    {chosen.terms && <Figures terms={chosen.terms} />}
  </>
);

const Figures = ({ terms }: { terms: CancelTerms }) => (
  <MoneyLines>
    <MoneyLine name={m.staff_cancel_refund()} cents={terms.refund_cents} />
    <MoneyLine name={m.cancellation_not_refunded()} cents={terms.retained_cents} />
    {terms.owed_cents > 0 && <MoneyLine name={m.staff_cancel_owed()} cents={terms.owed_cents} />}
  </MoneyLines>
);

const consequenceOf = (terms: CancelTerms): string =>
  (terms.owed_cents > 0 ? m.staff_cancel_consequence_owed : m.staff_cancel_consequence)({
    refund: dollarsAndCents(terms.refund_cents),
    retained: dollarsAndCents(terms.retained_cents),
    owed: dollarsAndCents(terms.owed_cents),
  });

// Rules under which the cost of ordered equipment or finished work is kept.
const WITH_COSTS = new Set<Rule>(["after_three_days", "unreasonable_delay"]);

/** Cancellation terms of an order; the rule that applies today, until another is chosen. */
function useTerms(orderId: string, { control }: CancelForm) {
  const [rule, costs] = useWatch({ control, name: ["rule", "costs_cents"] });
  const { output, success: areCostsRight } = v.safeParse(cancelSchema.entries.costs_cents, costs);
  const costsCents = areCostsRight ? output : 0;
  const query = useStaffQuery(
    staffKeys.order.cancellation(orderId, costsCents),
    "/api/staff/orders/{order_id}/cancellation",
    { path: { order_id: orderId }, query: { costs_cents: costsCents } },
    { placeholderData: keepPreviousData },
  );
  const choices = query.data?.choices ?? [];
  const today = choices.find(({ is_todays }) => is_todays);
  const terms = choices.find((choice) => choice.rule === rule) ?? today ?? null;

  return {
    query,
    choices,
    today,
    terms,
    hasCosts: terms !== null && WITH_COSTS.has(terms.rule),
    /** True when the figures match the current choice and input. */
    isSettled: terms !== null && !query.isPlaceholderData && areCostsRight,
  };
}

const ruleName = (rule: Rule) => m.staff_cancel_rules({ rule, hours: feeCancelHours, priceRise });
