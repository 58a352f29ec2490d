import { useState } from "react";
import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { useDraftText } from "../actions/use-typed.ts";
import { paperWords as words } from "./copy.ts";

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
    () => onDone(words.hoaMade),
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
      title={words.hoaTitle}
      onClose={onClose}
      consequence={words.hoaConsequence}
      confirm={words.hoaMake}
      isSending={isSending}
      refusal={refusal}
      onConfirm={confirm}
    >
      <TextField
        size="sm"
        label={words.hoaName}
        name="association_name"
        maxLength={100}
        value={name.typed}
        onChange={name.type}
        error={isChecked && !isNamed ? words.hoaNameRequired : fieldRefusal("association_name")}
      />
      <TextField
        size="sm"
        label={words.hoaAddress}
        name="association_address"
        maxLength={200}
        value={address.typed}
        onChange={address.type}
        error={fieldRefusal("association_address")}
      />
      <TextField
        size="sm"
        label={words.hoaContact}
        name="contact"
        maxLength={100}
        value={contact.typed}
        onChange={contact.type}
        error={fieldRefusal("contact")}
      />
      <TextArea
        size="sm"
        label={words.hoaNotes}
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
