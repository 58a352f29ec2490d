import { useState } from "react";
import { type StaffMessage, type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone } from "#lib/phone.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import { CancelDialog } from "./cancel.tsx";
import { paperWords } from "./documents/copy.ts";
import { HoaDialog } from "./documents.tsx";
import { messageWords, nameOf } from "./messages/copy.ts";
import { moneyWords } from "./money/copy.ts";
import { RetryDialog } from "./money.tsx";
import { contactWords, powerOnWords } from "./order/copy.ts";
import { ActionDialog, useOrderAction, useOrderMoney } from "./order-action.tsx";
import { LoadedPart, type OrderDialog } from "./parts.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { MoveDialog, TechnicianDialog } from "./visit.tsx";

type OrderDialogsProps = {
  order: StaffOrder;
  dialog: OrderDialog;
  onClose: () => void;
  /** Called with the text of the toast to show. */
  onDone: (message: string) => void;
};

/**
 * The open dialog of an order; all dialogs share one chunk, loaded when the first one is opened.
 */
export default function OrderDialogs({ dialog, ...callbacks }: OrderDialogsProps) {
  const { appointment: visit } = callbacks.order;
  switch (dialog.is) {
    case "move":
      return visit && <MoveDialog {...callbacks} visit={visit} />;
    case "technician":
      return visit && <TechnicianDialog {...callbacks} visit={visit} />;
    case "proposal":
      return <ProposalDialog {...callbacks} />;
    case "hoa":
      return <HoaDialog {...callbacks} />;
    case "reach":
      return <ReachDialog {...callbacks} kind={dialog.kind} />;
    case "power_on":
      return <PowerOnDialog {...callbacks} />;
    case "refund":
      return <RefundDialog {...callbacks} payment={dialog.payment} />;
    case "retry":
      return <RetryDialog {...callbacks} refund={dialog.refund} />;
    case "resend":
      return <ResendDialog {...callbacks} message={dialog.message} />;
    case "contact":
      return <ContactDialog {...callbacks} />;
    case "cancel":
      return <CancelDialog {...callbacks} />;
    case "keep_visit":
      return <KeepVisitDialog {...callbacks} />;
  }
}

type ReachDialogProps = {
  order: StaffOrder;
  kind: "equipment" | "completion";
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Mark a milestone as reached: its payment becomes due, and the amount is shown first. */
export function ReachDialog({ order, kind, onClose, onDone }: ReachDialogProps) {
  const money = useOrderMoney(order.id);
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.reachMilestone, () =>
    onDone(moneyWords.reached[kind]),
  );
  const share = money.data?.milestones.find((milestone) => milestone.kind === kind);

  return (
    <ActionDialog
      title={moneyWords.reachTitle[kind]}
      onClose={onClose}
      consequence={
        <LoadedPart query={money}>
          {() =>
            share &&
            moneyWords.reachConsequence(
              share.percent,
              dollarsAndCents(share.amount_cents),
              order.customer.name,
            )
          }
        </LoadedPart>
      }
      confirm={moneyWords.reach[kind]}
      isSending={isSending}
      isBlocked={!share}
      refusal={refusal}
      onConfirm={() => run({ id: order.id, kind })}
    />
  );
}

type KeepVisitDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Staff's decision that the crew comes although the fee was refunded. */
export function KeepVisitDialog({ order, onClose, onDone }: KeepVisitDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.keepVisit, () =>
    onDone(moneyWords.kept),
  );
  return (
    <ActionDialog
      title={moneyWords.keepTitle}
      onClose={onClose}
      consequence={moneyWords.keepConsequence(order.customer.name)}
      confirm={moneyWords.keep}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(order.id)}
    />
  );
}

type PowerOnDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Report power on, the last step of an installation. */
export function PowerOnDialog({ order, onClose, onDone }: PowerOnDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.powerOn, () =>
    onDone(powerOnWords.done),
  );
  return (
    <ActionDialog
      title={powerOnWords.title}
      onClose={onClose}
      consequence={powerOnWords.consequence(order.customer.name)}
      confirm={powerOnWords.confirm}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(order.id)}
    />
  );
}

type ProposalDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

export function ProposalDialog({ order, onClose, onDone }: ProposalDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.makeProposal, () =>
    onDone(paperWords.generated),
  );
  return (
    <ActionDialog
      title={paperWords.generateTitle}
      onClose={onClose}
      consequence={paperWords.generateConsequence(
        dollarsAndCents(order.price.lines.total_cents),
        order.customer.name,
      )}
      confirm={paperWords.generate}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(order.id)}
    />
  );
}

type ResendDialogProps = {
  order: StaffOrder;
  message: StaffMessage;
  onClose: () => void;
  onDone: (notice: string) => void;
};

export function ResendDialog({ order, message, onClose, onDone }: ResendDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.resend, () =>
    onDone(messageWords.againDone),
  );
  return (
    <ActionDialog
      title={messageWords.againTitle}
      onClose={onClose}
      consequence={messageWords.againConsequence(nameOf(message), waysOf(order))}
      confirm={messageWords.again}
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
    () => onDone(contactWords.done),
  );
  const isNewPhone = formatPhone(phone) !== formatPhone(customer.phone);

  return (
    <ActionDialog
      title={contactWords.title}
      onClose={onClose}
      consequence={contactWords.consequence}
      confirm={contactWords.confirm}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run({ id: order.id, name, email, phone, agrees_to_texts: agrees })}
    >
      <TextField
        size="sm"
        label={contactWords.name}
        name="name"
        value={name}
        onChange={setName}
        error={fieldRefusal("name")}
      />
      <TextField
        size="sm"
        label={contactWords.email}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        error={fieldRefusal("email")}
      />
      <TextField
        size="sm"
        label={contactWords.phone}
        name="phone"
        type="tel"
        value={phone}
        onChange={setPhone}
        error={fieldRefusal("phone")}
      />
      {isNewPhone && (
        <Checkbox label={contactWords.agrees} name="agrees" checked={agrees} onChange={setAgrees} />
      )}
    </ActionDialog>
  );
}
