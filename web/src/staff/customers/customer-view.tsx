import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { Link } from "wouter";
import { shortDay } from "#lib/dates.ts";
import { companyFileName } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Table } from "#ui/table.tsx";
import { ConversationPart } from "../orders/conversation.tsx";
import { NotesPart } from "../orders/notes-and-history.tsx";
import { ActionDialog, useOrder } from "../orders/order-action.tsx";
import { LoadedPart, statusTones } from "../orders/parts.tsx";
import { Allowed, NotInRole } from "../session/me.tsx";
import { Download } from "../shell/download.tsx";
import { FormSelect, FormTextField, showProblem } from "../shell/form.tsx";
import { Part, problemMessage } from "../shell/screen.tsx";
import { columnsOf } from "../shell/table.tsx";
import {
  type CustomerDetail,
  customerFiles,
  type Erased,
  type PersonalDataCount,
  useErase,
} from "./use-customers.ts";

type CustomerViewProps = { customer: CustomerDetail; onErased: (erased: Erased) => void };

/** Everything we hold about one customer, with export and erasure (OPS-13). */
export function CustomerView({ customer, onErased }: CustomerViewProps) {
  const [isErasing, setErasing] = useState(false);
  const others = customer.spellings.slice(1);

  return (
    <div className="grid min-w-0 gap-4">
      <section
        className="grid min-w-0 gap-2 rounded-sm border border-line bg-surface p-4"
        aria-label={customer.name}
      >
        <p className="wrap-anywhere">
          {customer.email} · {customer.phone}
        </p>
        {others.length > 0 && (
          <p className="text-xs text-quiet wrap-anywhere">
            {m.staff_customers_spellings()}:{" "}
            {others.map(({ name, email, phone }) => `${name}, ${email}, ${phone}`).join("; ")}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Allowed to="export">
            <Download
              label={m.staff_customers_copy_json()}
              fileName={companyFileName(`customer-${customer.id}.json`)}
              load={() => customerFiles.copy(customer.id)}
            />
            <Download
              label={m.staff_customers_copy_zip()}
              fileName={companyFileName(`customer-${customer.id}.zip`)}
              load={() => customerFiles.archive(customer.id)}
            />
          </Allowed>
          <Allowed to="erase">
            <Button
              variant="destructive"
              size="sm"
              disabled={customer.refused !== null}
              onClick={() => setErasing(true)}
            >
              {m.staff_customers_erase()}
            </Button>
          </Allowed>
          <NotInRole needs={["export", "erase"]} />
        </div>
        {customer.refused && <Notice tone="warning">{customer.refused}</Notice>}
      </section>
      <Orders orders={customer.orders} />
      {customer.orders[0] && <Newest id={customer.orders[0].id} />}
      <Part id="holdings" title={m.staff_customers_stored()} note={m.staff_customers_stored_note()}>
        <PersonalDataTable holdings={customer.holdings} />
      </Part>
      {isErasing && (
        <EraseDialog customer={customer} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </div>
  );
}

/** The thread of all their orders, answered from the newest one, and its notes. */
const Newest = ({ id }: { id: string }) => (
  <LoadedPart query={useOrder(id)}>
    {(order) => (
      <div className="grid min-w-0 gap-4 lg:grid-cols-2 lg:items-start">
        <ConversationPart order={order} />
        <NotesPart order={order} />
      </div>
    )}
  </LoadedPart>
);

const Orders = ({ orders }: Pick<CustomerDetail, "orders">) => (
  <Part id="orders" title={m.staff_customers_orders()}>
    <ul className="grid gap-2">
      {orders.map(({ id, status, address, created_at }) => (
        <li className="flex flex-wrap items-baseline gap-x-2 border-b border-line py-1.5" key={id}>
          <Link className="font-semibold wrap-anywhere" href={`/orders/${id}`}>
            {address}
          </Link>
          <Badge tone={statusTones[status]}>{m.staff_order_status({ status })}</Badge>
          <span className="text-xs text-quiet">{shortDay(created_at.slice(0, 10))}</span>
        </li>
      ))}
    </ul>
  </Part>
);

const CELL = "border-b border-line py-1.5 ps-0 pe-2 text-start align-top";

/** Tables with rows about the customer, and what erasing does to them. */
const PersonalDataTable = ({ holdings }: { holdings: readonly PersonalDataCount[] }) => (
  <Table
    className="w-full border-collapse tabular-nums"
    columns={columnsOf(
      [m.staff_customers_table(), m.staff_customers_rows(), m.staff_customers_becomes()],
      CELL,
    )}
  >
    {holdings.map(({ table, rows, becomes }) => (
      <tr key={table}>
        <th scope="row" className={`${CELL} font-normal`}>
          {m.staff_customers_table_name({ table, plain: table.replaceAll("_", " ") })}
        </th>
        <td className={CELL}>{rows}</td>
        <td className={CELL}>{m.staff_customers_becomes_text({ becomes })}</td>
      </tr>
    ))}
  </Table>
);

type EraseDialogProps = {
  customer: CustomerDetail;
  onClose: () => void;
  onErased: (erased: Erased) => void;
};

const eraseSchema = (name: string) =>
  v.object({
    reason: v.picklist(["asked", "mistake"]),
    typed_name: v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (typed) => typed.toLowerCase() === name.toLowerCase(),
        m.staff_customers_name_differs(),
      ),
    ),
  });

// To prevent accidental erasure, the name must be typed and a reason chosen.
function EraseDialog({ customer, onClose, onErased }: EraseDialogProps) {
  const form = useForm({
    resolver: valibotResolver(eraseSchema(customer.name)),
    defaultValues: { reason: "asked" as const, typed_name: "" },
  });
  const { mutate, isPending, error } = useErase(customer.id);

  return (
    <ActionDialog
      title={m.staff_customers_erase_title({ name: customer.name })}
      onClose={onClose}
      consequence={m.staff_customers_erase_what()}
      confirm={m.staff_customers_erase()}
      isDestructive
      isSending={isPending}
      refusal={error ? problemMessage(error) : null}
      onConfirm={form.handleSubmit((values) =>
        mutate(values, {
          onSuccess: onErased,
          onError: (failure) => showProblem(form, failure),
        }),
      )}
    >
      <FormSelect
        control={form.control}
        name="reason"
        label={m.staff_customers_reason()}
        options={[
          {
            value: m.staff_customers_reasons_1_value(),
            label: m.staff_customers_reasons_1_label(),
          },
          {
            value: m.staff_customers_reasons_2_value(),
            label: m.staff_customers_reasons_2_label(),
          },
        ]}
      />
      <FormTextField
        control={form.control}
        name="typed_name"
        label={m.staff_customers_typed_name()}
        hint={m.staff_customers_typed_name_hint({ name: customer.name })}
        autoComplete="off"
        required
      />
    </ActionDialog>
  );
}
