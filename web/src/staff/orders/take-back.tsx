import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { Returnable } from "#api/staff-orders.ts";
import { longestFlatRunFt } from "#business/bands.ts";
import { m } from "#paraglide/messages.js";
import { useTold } from "../session/told.ts";
import { FormReason, FormTextField, reason } from "../shell/form.tsx";
import { ActionDialog, type OrderDialogProps, useOrderAction } from "./order-action.tsx";

const takeBackSchema = v.object({ reason });

/** Take back a milestone, or that the power is on, after the customer was told. */
export function TakeBackDialog({
  order,
  what,
  onClose,
  onDone,
}: OrderDialogProps & { what: Returnable }) {
  const told = useTold();
  const form = useForm({
    resolver: valibotResolver(takeBackSchema),
    defaultValues: { reason: "" },
  });
  const { run, ...state } = useOrderAction(
    order,
    "post",
    "/api/staff/orders/{order_id}/take-back",
    {
      onDone: () => onDone(m.staff_take_back_done()),
      form,
    },
  );
  return (
    <ActionDialog
      {...state}
      title={m.staff_take_back_title({ what })}
      onClose={onClose}
      consequence={`${m.staff_take_back_consequence({ what })} ${told(order)}`}
      confirm={m.staff_take_back()}
      isDestructive
      onConfirm={form.handleSubmit((values) =>
        run((if_version) => ({
          path: { order_id: order.id },
          body: { what, ...values, if_version },
        })),
      )}
    >
      <FormReason control={form.control} name="reason" rows={2} maxLength={200} />
    </ActionDialog>
  );
}

const FEET_REQUIRED = m.staff_correct_lock_feet_required({ longestFlatRunFt });

const lockSchema = v.object({
  confirmed_run_ft: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,3}$/, FEET_REQUIRED),
    v.transform(Number),
    v.minValue(1, FEET_REQUIRED),
    v.maxValue(longestFlatRunFt, FEET_REQUIRED),
  ),
  reason,
});

/** Correct the distance that locked a wrong price, before the proposal is accepted. */
export function CorrectLockDialog({ order, onClose, onDone }: OrderDialogProps) {
  const told = useTold();
  const form = useForm({
    resolver: valibotResolver(lockSchema),
    defaultValues: { confirmed_run_ft: "", reason: "" },
  });
  const { run, ...state } = useOrderAction(
    order,
    "post",
    "/api/staff/orders/{order_id}/correct-lock",
    {
      onDone: ({ status }) =>
        onDone(
          status === "change_proposed" ? m.staff_change_price_asked() : m.staff_correct_lock_done(),
        ),
      form,
    },
  );
  return (
    <ActionDialog
      {...state}
      title={m.staff_correct_lock()}
      onClose={onClose}
      consequence={`${m.staff_correct_lock_consequence()} ${told(order)}`}
      confirm={m.staff_correct_lock_confirm()}
      onConfirm={form.handleSubmit((values) =>
        run((if_version) => ({
          path: { order_id: order.id },
          body: { ...values, if_version },
        })),
      )}
    >
      <p>{m.staff_correct_lock_present({ feet: order.price.confirmed_run_ft ?? 0 })}</p>
      <FormTextField
        control={form.control}
        name="confirmed_run_ft"
        size="sm"
        label={m.staff_correct_lock_feet()}
        inputMode="numeric"
        autoComplete="off"
      />
      <FormReason control={form.control} name="reason" rows={2} maxLength={200} />
    </ActionDialog>
  );
}
