import { valibotResolver } from "@hookform/resolvers/valibot";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { changedTax, sumOf } from "#business/extras.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Modal } from "#ui/modal.tsx";
import { usePriceBook } from "../new-order/use-new-order.ts";
import { useTold } from "../session/told.ts";
import { FormReason, reason } from "../shell/form.tsx";
import {
  fieldsOf,
  type Line,
  LineEditor,
  lineItemsOf,
  linesSchema,
} from "../shell/line-editor.tsx";
import { ActionDialog, type OrderDialogProps, useOrderAction } from "./order-action.tsx";
import { LoadedPart } from "./parts.tsx";

const schema = v.object({ lines: linesSchema, reason });

/** Change the lines of a locked price: a higher one waits for the customer, a lower one holds. */
export function ChangePriceDialog(props: OrderDialogProps) {
  const book = usePriceBook();
  if (book.data) return <LinesDialog {...props} taxRate={Number(book.data.tax_rate)} />;
  return (
    <Modal open title={m.staff_change_price()} onClose={props.onClose}>
      <LoadedPart query={book}>{() => null}</LoadedPart>
    </Modal>
  );
}

function LinesDialog({ order, taxRate, onClose, onDone }: OrderDialogProps & { taxRate: number }) {
  const told = useTold();
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { lines: fieldsOf(order.price.lines.line_items ?? []), reason: "" },
  });
  const { run, ...state } = useOrderAction(order, staffOrders.changePrice, {
    onDone: ({ status }) =>
      onDone(
        status === "change_proposed" ? m.staff_change_price_asked() : m.staff_change_price_done(),
      ),
    form,
  });
  const total = totalOf(useWatch({ control: form.control, name: "lines" }), order.price, taxRate);
  return (
    <ActionDialog
      {...state}
      size="lg"
      title={m.staff_change_price()}
      onClose={onClose}
      consequence={consequenceOf(total, order, told(order))}
      confirm={m.staff_change_price_confirm()}
      isBlocked={total === order.price.lines.total_cents}
      onConfirm={form.handleSubmit(({ lines, ...values }) =>
        run({
          id: order.id,
          line_items: lineItemsOf(lines),
          total_cents: total ?? 0,
          ...values,
        }),
      )}
    >
      <p>{m.staff_change_price_note()}</p>
      <FormProvider {...form}>
        <LineEditor keeps={["installation", "generator"]} />
      </FormProvider>
      <FormReason control={form.control} name="reason" rows={2} maxLength={500} />
    </ActionDialog>
  );
}

/** The new total; null while a line is not whole. The server has the last word on it. */
function totalOf(
  fields: readonly Line[],
  { lines: agreed }: StaffOrder["price"],
  taxRate: number,
): number | null {
  if (!v.safeParse(linesSchema, fields).success) return null;
  const lines = lineItemsOf(fields);
  const before = (agreed.line_items ?? []).filter(({ kind }) => kind !== "tax");
  const tax = changedTax(agreed.sales_tax_cents, before, lines, taxRate);
  return sumOf(lines) - agreed.discount_cents + tax;
}

function consequenceOf(
  total: number | null,
  { price, customer }: StaffOrder,
  told: string,
): string {
  const agreed = price.lines.total_cents;
  if (total === null || total === agreed)
    return m.staff_change_price_unclear({ total: dollarsAndCents(agreed) });
  const amount = dollarsAndCents(Math.abs(total - agreed));
  const values = { amount, total: dollarsAndCents(total), name: customer.name };
  return total > agreed
    ? m.staff_change_price_higher(values)
    : `${m.staff_change_price_lower(values)} ${told}`;
}
