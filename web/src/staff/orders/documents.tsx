import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf, lastDayBefore, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { FormTextArea, FormTextField } from "../shell/form.tsx";
import { FileLine } from "./files.tsx";
import { ActionDialog, drafts, type OrderDialogProps, useOrderAction } from "./order-action.tsx";
import { ActionButton, disabledReason, Lines } from "./parts.tsx";

/** The proposal and every other document of the order. */
export function DocumentsPanel({ order }: { order: StaffOrder }) {
  const { proposal, files } = order;
  return (
    <Panel
      size="sm"
      id="documents"
      title={m.staff_documents_title()}
      badge={
        proposal && (
          <Badge tone={proposal.status === "accepted" ? "success" : "info"}>
            {m.staff_documents_states({ status: proposal.status })}
          </Badge>
        )
      }
    >
      {proposal ? (
        <Proposal proposal={proposal} />
      ) : (
        <p className="text-quiet">{m.staff_documents_no_proposal()}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!proposal && (
          <ActionButton
            needs="make_documents"
            notNow={disabledReason(order, "make_proposal")}
            opens={{ is: "proposal" }}
          >
            {m.staff_documents_generate()}
          </ActionButton>
        )}
        <ActionButton
          needs="make_documents"
          notNow={disabledReason(order, "make_hoa_packet")}
          opens={{ is: "hoa" }}
        >
          {m.staff_documents_hoa()}
        </ActionButton>
        <ActionButton needs="make_documents" opens={{ is: "add_file" }}>
          {m.staff_files_add()}
        </ActionButton>
      </div>
      <h3 className="pt-1 text-sm">{m.staff_documents_files()}</h3>
      {files.length === 0 ? (
        <p className="text-quiet">{m.staff_documents_no_files()}</p>
      ) : (
        <Lines>
          {files.map((file) => (
            <FileLine key={file.id} order={order} file={file} />
          ))}
        </Lines>
      )}
    </Panel>
  );
}

const FACT = "text-xs text-quiet wrap-anywhere";

function Proposal({ proposal }: { proposal: NonNullable<StaffOrder["proposal"]> }) {
  const { version, total_cents, accepted_at, accepted_name, cancel_until } = proposal;
  return (
    <div>
      <p>{m.staff_documents_version({ version, total: dollarsAndCents(total_cents) })}</p>
      {accepted_at && (
        <p className={FACT}>
          {m.staff_documents_accepted_by({ name: accepted_name, when: dayAndTimeOf(accepted_at) })}
        </p>
      )}
      {cancel_until && (
        <p className={FACT}>
          {m.staff_documents_cancel_until({ day: longDay(lastDayBefore(cancel_until)) })}
        </p>
      )}
    </div>
  );
}

const SHORTEST_NAME = 2;

const hoaSchema = v.object({
  association_name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(SHORTEST_NAME, m.staff_documents_hoa_name_required()),
  ),
  association_address: v.pipe(v.string(), v.trim()),
  contact: v.pipe(v.string(), v.trim()),
  notes: v.pipe(v.string(), v.trim()),
});

/** The HOA packet: recipient, and additions to its cover letter. */
export function HoaDialog({ order, onClose, onDone }: OrderDialogProps) {
  const draftKey = `hoa ${order.id}`;
  const form = useForm({
    resolver: valibotResolver(hoaSchema),
    defaultValues: {
      association_name: "",
      association_address: "",
      contact: "",
      notes: "",
      ...drafts.get(draftKey),
    },
  });
  const { control, getValues, handleSubmit } = form;
  const { run, ...state } = useOrderAction(
    order,
    "post",
    "/api/staff/orders/{order_id}/hoa-packets",
    {
      onDone: () => onDone(m.staff_documents_hoa_made()),
      form,
    },
  );

  return (
    <ActionDialog
      {...state}
      title={m.staff_documents_hoa_title()}
      onClose={onClose}
      consequence={m.staff_documents_hoa_consequence()}
      confirm={m.staff_documents_hoa_make()}
      onTyped={() => drafts.set(draftKey, getValues())}
      onConfirm={handleSubmit((packet) =>
        run(() => ({ path: { order_id: order.id }, body: packet })),
      )}
    >
      <FormTextField
        control={control}
        name="association_name"
        size="sm"
        label={m.staff_documents_hoa_name()}
        maxLength={100}
      />
      <FormTextField
        control={control}
        name="association_address"
        size="sm"
        label={m.staff_documents_hoa_address()}
        maxLength={200}
      />
      <FormTextField
        control={control}
        name="contact"
        size="sm"
        label={m.staff_documents_hoa_contact()}
        maxLength={100}
      />
      <FormTextArea
        control={control}
        name="notes"
        size="sm"
        label={m.staff_documents_hoa_notes()}
        rows={3}
        maxLength={1000}
      />
    </ActionDialog>
  );
}
