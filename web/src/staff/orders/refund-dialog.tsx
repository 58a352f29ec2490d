import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { StaffPayment } from "#api/staff-orders.ts";
import { asInput, centsIn, dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { FormTextArea, FormTextField } from "../shell/form.tsx";
import { ActionDialog, drafts, type OrderDialogProps, useOrderAction } from "./order-action.tsx";

const schemaOf = (most: number) =>
  v.object({
    amount_cents: v.pipe(
      v.string(),
      v.transform(centsIn),
      v.number(m.staff_money_amount_required()),
      v.minValue(1, m.staff_money_amount_required()),
      v.maxValue(most, m.staff_money_amount_too_high({ amount: dollarsAndCents(most) })),
    ),
    reason: requiredText(m.staff_reason_required()),
  });

/** What the refund does to what is still to pay, for the amount as it is typed. */
const useRefundEffect = (orderId: string, { id }: StaffPayment, cents: number | null) =>
  useStaffQuery(
    staffKeys.order.refundEffect(orderId, id, cents),
    "/api/staff/payments/{payment_id}/refund-effect",
    { path: { payment_id: id }, query: { amount_cents: cents ?? 0 } },
    { enabled: cents !== null },
  );

type RefundDialogProps = OrderDialogProps & { payment: StaffPayment };

/** Refund a payment in whole or in part; the dialog shows what is refunded and what remains. */
export function RefundDialog({ order, payment, onClose, onDone }: RefundDialogProps) {
  const most = payment.left_cents;
  const schema = schemaOf(most);
  const draftKey = `refund ${payment.id}`;
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { amount_cents: "", reason: "", ...drafts.get(draftKey) },
  });
  const { control, getValues, handleSubmit, setValue, formState } = form;
  const { run, ...state } = useOrderAction(
    order,
    "post",
    "/api/staff/payments/{payment_id}/refunds",
    {
      onDone: () => onDone(m.staff_money_refund_done()),
      form,
      draftKey,
      once: draftKey,
    },
  );
  const amount = v.safeParse(
    schema.entries.amount_cents,
    useWatch({ control, name: "amount_cents" }),
  );
  const cents = amount.success ? amount.output : null;
  const effect = useRefundEffect(order.id, payment, cents);

  return (
    <ActionDialog
      {...state}
      title={m.staff_money_refund_of({
        what: m.staff_money_purposes({ purpose: payment.purpose }),
      })}
      onClose={onClose}
      consequence={
        cents
          ? `${m.staff_money_refund_consequence({
              amount: dollarsAndCents(cents),
              name: order.customer.name,
              most: dollarsAndCents(most),
            })} ${effect.data?.words ?? ""}`.trimEnd()
          : m.staff_money_refund_unclear()
      }
      confirm={
        cents ? m.staff_money_do_refund({ amount: dollarsAndCents(cents) }) : m.staff_money_refund()
      }
      isDestructive
      isBlocked={effect.isLoading}
      onTyped={() => drafts.set(draftKey, { reason: getValues("reason") })}
      onConfirm={handleSubmit((values) =>
        run((if_version) => ({
          path: { payment_id: payment.id },
          body: { ...values, if_version },
        })),
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
        <FormTextField
          control={control}
          name="amount_cents"
          size="sm"
          label={m.staff_money_amount()}
          hint={m.staff_money_amount_hint({ amount: dollarsAndCents(most) })}
          inputMode="decimal"
          autoComplete="off"
        />
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            setValue("amount_cents", asInput(most), {
              shouldValidate: formState.isSubmitted,
            })
          }
        >
          {m.staff_money_whole({ amount: dollarsAndCents(most) })}
        </Button>
      </div>
      <FormTextArea
        control={control}
        name="reason"
        size="sm"
        label={m.staff_money_reason()}
        hint={m.staff_money_reason_hint()}
        rows={2}
        maxLength={200}
      />
    </ActionDialog>
  );
}
