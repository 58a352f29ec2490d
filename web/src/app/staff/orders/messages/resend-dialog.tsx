import { type StaffMessage, type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { formatPhone } from "#lib/phone.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { nameOf, messageWords as words } from "./copy.ts";

type ResendDialogProps = {
  order: StaffOrder;
  message: StaffMessage;
  onClose: () => void;
  onDone: (notice: string) => void;
};

export function ResendDialog({ order, message, onClose, onDone }: ResendDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.resend, () =>
    onDone(words.againDone),
  );
  return (
    <ActionDialog
      title={words.againTitle}
      onClose={onClose}
      consequence={words.againConsequence(nameOf(message), waysOf(order))}
      confirm={words.again}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run({ id: order.id, kind: message.kind })}
    />
  );
}

// Empty when no channel is enabled; the server then refuses to resend.
function waysOf({ customer, email_updates, sms_updates }: StaffOrder): string {
  const recipients = [email_updates && customer.email, sms_updates && formatPhone(customer.phone)];
  return recipients.filter(Boolean).join(" and ");
}
