import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type StaffFile, type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dayAndTimeOf, lastDayBefore, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { problemMessage } from "../shell/problem.tsx";
import { paperWords } from "./documents/copy.ts";
import { ActionDialog, useDraftText, useOrderAction } from "./order-action.tsx";
import { ActionButton, disabledReason, Fact, Line, Lines, useOpenDialog } from "./parts.tsx";

/** The proposal and every other document of the order. */
export function DocumentsPanel({ order }: { order: StaffOrder }) {
  const { proposal, files } = order;
  const open = useOpenDialog();
  return (
    <Panel
      size="sm"
      id="papers"
      title={paperWords.title}
      badge={
        proposal && (
          <Badge tone={proposal.status === "accepted" ? "success" : "info"}>
            {paperWords.states[proposal.status]}
          </Badge>
        )
      }
    >
      {proposal ? (
        <Proposal proposal={proposal} />
      ) : (
        <p className="text-quiet">{paperWords.noProposal}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!proposal && (
          <ActionButton
            needs="make_papers"
            notNow={disabledReason(order, "make_proposal")}
            onClick={() => open({ is: "proposal" })}
          >
            {paperWords.generate}
          </ActionButton>
        )}
        <ActionButton
          needs="make_papers"
          notNow={disabledReason(order, "make_hoa_packet")}
          onClick={() => open({ is: "hoa" })}
        >
          {paperWords.hoa}
        </ActionButton>
      </div>
      <h3 className="pt-1 text-sm">{paperWords.files}</h3>
      {files.length === 0 ? (
        <p className="text-quiet">{paperWords.noFiles}</p>
      ) : (
        <Lines>
          {files.map((file) => (
            <File key={file.id} order={order} file={file} />
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
      <p>{paperWords.version(version, dollarsAndCents(total_cents))}</p>
      {accepted_at && (
        <p className={FACT}>{paperWords.acceptedBy(accepted_name, dayAndTimeOf(accepted_at))}</p>
      )}
      {cancel_until && (
        <p className={FACT}>{paperWords.cancelUntil(longDay(lastDayBefore(cancel_until)))}</p>
      )}
    </div>
  );
}

const File = ({ order, file }: { order: StaffOrder; file: StaffFile }) => (
  <Line
    title={file.title}
    facts={
      <Fact>
        {paperWords.fileFacts(paperWords.size(file.size_bytes), dayAndTimeOf(file.created_at))}
      </Fact>
    }
  >
    <DownloadButton order={order} file={file} />
  </Line>
);

/** Button that loads a document with the staff session and saves it. */
export function DownloadButton({ order, file }: { order: StaffOrder; file: StaffFile }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffOrders.file(order.id, file.id),
    onSuccess: (bytes) => saveAs(`${file.title}.pdf`, bytes),
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={paperWords.downloading}
        aria-label={paperWords.download(file.title)}
        onClick={() => mutate()}
      >
        <Icon name="document" size="sm" />
        PDF
      </Button>
      {error && (
        <span className="text-xs text-quiet" role="alert">
          {problemMessage(error)}
        </span>
      )}
    </span>
  );
}

function saveAs(name: string, bytes: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

type HoaDialogProps = { order: StaffOrder; onClose: () => void; onDone: (message: string) => void };

const SHORTEST_NAME = 2;

/** The HOA packet: recipient, and additions to its cover letter. */
export function HoaDialog({ order, onClose, onDone }: HoaDialogProps) {
  const name = useDraftText(`hoa name ${order.id}`);
  const address = useDraftText(`hoa address ${order.id}`);
  const contact = useDraftText(`hoa contact ${order.id}`);
  const notes = useDraftText(`hoa notes ${order.id}`);
  const [isChecked, setChecked] = useState(false);
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(
    order,
    staffOrders.makeHoaPacket,
    () => onDone(paperWords.hoaMade),
  );
  const isNamed = name.typed.trim().length >= SHORTEST_NAME;

  const confirm = () => {
    setChecked(true);
    if (!isNamed) return;
    run({
      id: order.id,
      association_name: name.typed.trim(),
      association_address: address.typed.trim(),
      contact: contact.typed.trim(),
      notes: notes.typed.trim(),
    });
  };
  return (
    <ActionDialog
      title={paperWords.hoaTitle}
      onClose={onClose}
      consequence={paperWords.hoaConsequence}
      confirm={paperWords.hoaMake}
      isSending={isSending}
      refusal={refusal}
      onConfirm={confirm}
    >
      <TextField
        size="sm"
        label={paperWords.hoaName}
        name="association_name"
        maxLength={100}
        value={name.typed}
        onChange={name.type}
        error={
          isChecked && !isNamed ? paperWords.hoaNameRequired : fieldRefusal("association_name")
        }
      />
      <TextField
        size="sm"
        label={paperWords.hoaAddress}
        name="association_address"
        maxLength={200}
        value={address.typed}
        onChange={address.type}
        error={fieldRefusal("association_address")}
      />
      <TextField
        size="sm"
        label={paperWords.hoaContact}
        name="contact"
        maxLength={100}
        value={contact.typed}
        onChange={contact.type}
        error={fieldRefusal("contact")}
      />
      <TextArea
        size="sm"
        label={paperWords.hoaNotes}
        name="notes"
        rows={3}
        maxLength={1000}
        value={notes.typed}
        onChange={notes.type}
        error={fieldRefusal("notes")}
      />
    </ActionDialog>
  );
}
