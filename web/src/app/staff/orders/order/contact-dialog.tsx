import { useState } from "react";
import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { formatPhone } from "#lib/phone.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { contactWords as words } from "./copy.ts";

type ContactDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Correct a customer's name, e-mail or phone. */
export function ContactDialog({ order, onClose, onDone }: ContactDialogProps) {
  const { customer } = order;
  const [name, setName] = useState(customer.name);
  const [email, setEmail] = useState(customer.email);
  const [phone, setPhone] = useState(formatPhone(customer.phone));
  const [agrees, setAgrees] = useState(false);
  const { run, isSending, refusal, fieldRefusal } = useOrderAction(
    order,
    staffOrders.correctContact,
    () => onDone(words.done),
  );
  const isNewPhone = formatPhone(phone) !== formatPhone(customer.phone);

  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      consequence={words.consequence}
      confirm={words.confirm}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run({ id: order.id, name, email, phone, agrees_to_texts: agrees })}
    >
      <TextField
        size="sm"
        label={words.name}
        name="name"
        value={name}
        onChange={setName}
        error={fieldRefusal("name")}
      />
      <TextField
        size="sm"
        label={words.email}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        error={fieldRefusal("email")}
      />
      <TextField
        size="sm"
        label={words.phone}
        name="phone"
        type="tel"
        value={phone}
        onChange={setPhone}
        error={fieldRefusal("phone")}
      />
      {isNewPhone && (
        <Checkbox label={words.agrees} name="agrees" checked={agrees} onChange={setAgrees} />
      )}
    </ActionDialog>
  );
}
