import { valibotResolver } from "@hookform/resolvers/valibot";
import { useQuery } from "@tanstack/react-query";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { callStaff } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { ChangedPrice, StaffOrder } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { useTold } from "../session/told.ts";
import { FormReason, FormTextField, reason } from "../shell/form.tsx";
import {
  fieldsOf,
  type Line,
  LineEditor,
  lineItemsOf,
  linesSchema,
} from "../shell/line-editor.tsx";
import { problemMessage } from "../shell/screen.tsx";
import { ActionDialog, type OrderDialogProps, useOrderAction } from "./order-action.tsx";

const schema = v.object({ lines: linesSchema, reason, customer_words: v.string() });

/** Change the lines of a locked price: a higher one waits for the customer, a lower one holds. */
export function ChangePriceDialog({ order, onClose, onDone }: OrderDialogProps) {
  const told = useTold();
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      lines: fieldsOf(order.price.lines.line_items ?? []),
      reason: "",
      customer_words: "",
    },
  });
  const { run, ...state } = useOrderAction(order, "post", "/api/staff/orders/{order_id}/price", {
    onDone: ({ status }) =>
      onDone(
        status === "change_proposed" ? m.staff_change_price_asked() : m.staff_change_price_done(),
      ),
    form,
  });
  const lines = useWatch({ control: form.control, name: "lines" });
  const { data: price, error } = useChangedPrice(order, lines);
  const hasFewerModules =
    modulesIn(lines) < modulesIn(fieldsOf(order.price.lines.line_items ?? []));
  return (
    <ActionDialog
      {...state}
      size="lg"
      title={m.staff_change_price()}
      onClose={onClose}
      consequence={error ? problemMessage(error) : consequenceOf(price, order, told(order))}
      confirm={m.staff_change_price_confirm()}
      isBlocked={!price || price.outcome === "kept"}
      onConfirm={form.handleSubmit(
        ({ lines, ...values }) =>
          price &&
          run((if_version) => ({
            path: { order_id: order.id },
            body: {
              line_items: lineItemsOf(lines),
              total_cents: price.total_cents,
              ...values,
              if_version,
            },
          })),
      )}
    >
      <p>{m.staff_change_price_note()}</p>
      <FormProvider {...form}>
        <LineEditor keeps={["installation", "generator"]} />
      </FormProvider>
      {hasFewerModules && (
        <FormTextField
          control={form.control}
          name="customer_words"
          label={m.staff_photo_review_customer_said()}
          hint={m.staff_photo_review_customer_said_hint()}
          maxLength={100}
          autoComplete="off"
        />
      )}
      <FormReason control={form.control} name="reason" rows={2} maxLength={500} />
    </ActionDialog>
  );
}

const modulesIn = (lines: readonly Line[]): number =>
  lines.reduce(
    (count, { kind, quantity }) => (kind === "module" ? count + Number(quantity) : count),
    0,
  );

const A_MOMENT = 250;

/** What the lines come to by the server, once typing pauses; nothing while a line is not whole. */
function useChangedPrice({ id, version }: StaffOrder, fields: readonly Line[]) {
  const isWhole = v.safeParse(linesSchema, fields).success;
  return useQuery({
    queryKey: staffKeys.order.changedPrice(id, version, isWhole ? fields : null),
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, A_MOMENT));
      signal.throwIfAborted(); // more was typed
      const given = { path: { order_id: id }, body: { line_items: lineItemsOf(fields) } };
      return callStaff("post", "/api/staff/orders/{order_id}/price/preview", given, { signal });
    },
    enabled: isWhole && fields.length > 0,
    retry: false,
  });
}

function consequenceOf(price: ChangedPrice | undefined, order: StaffOrder, told: string): string {
  if (!price || price.outcome === "kept")
    return m.staff_change_price_unclear({
      total: dollarsAndCents(order.price.lines.total_cents),
    });
  const values = {
    amount: dollarsAndCents(Math.abs(price.change_cents)),
    total: dollarsAndCents(price.total_cents),
    name: order.customer.name,
  };
  return price.outcome === "asked"
    ? m.staff_change_price_higher(values)
    : `${m.staff_change_price_lower(values)} ${told}`;
}
