import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import type { Reachable, StaffOrder, StaffRefund } from "#api/staff-orders.ts";
import { longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { type Me, useMe } from "../session/me.tsx";
import { useTold } from "../session/told.ts";
import { FormCheckbox, FormPhoneField, FormTextField } from "../shell/form.tsx";
import { namesOfSteps } from "../shell/step-names.ts";
import { CancelDialog } from "./cancel.tsx";
import { ChangePriceDialog } from "./change-price.tsx";
import { HoaDialog } from "./documents.tsx";
import { AddFileDialog, RemoveFileDialog } from "./files.tsx";
import {
  ActionDialog,
  ConfirmDialog,
  type OrderDialogProps,
  useOrderAction,
  useOrderMoney,
} from "./order-action.tsx";
import { LoadedPart, type OrderDialog } from "./parts.tsx";
import { StepDialog } from "./readiness.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { CorrectLockDialog, TakeBackDialog } from "./take-back.tsx";
import { MoveDialog, TechnicianDialog } from "./visit.tsx";

/** The open dialog of an order. */
export function OrderDialogs({ dialog, ...props }: OrderDialogProps & { dialog: OrderDialog }) {
  const { appointment: visit } = props.order;
  switch (dialog.is) {
    case "move":
      return visit && <MoveDialog {...props} visit={visit} />;
    case "technician":
      return visit && <TechnicianDialog {...props} visit={visit} />;
    case "proposal":
      return <ProposalDialog {...props} />;
    case "hoa":
      return <HoaDialog {...props} />;
    case "take_back":
      return <TakeBackDialog {...props} what={dialog.what} />;
    case "change_price":
      return <ChangePriceDialog {...props} />;
    case "correct_lock":
      return <CorrectLockDialog {...props} />;
    case "step":
      return <StepDialog {...props} step={dialog.step} />;
    case "add_file":
      return <AddFileDialog {...props} />;
    case "remove_file":
      return <RemoveFileDialog {...props} file={dialog.file} />;
    case "reach":
      return <ReachDialog {...props} kind={dialog.kind} />;
    case "power_on":
      return <PowerOnDialog {...props} />;
    case "refund":
      return <RefundDialog {...props} payment={dialog.payment} />;
    case "retry":
      return <RetryDialog {...props} refund={dialog.refund} />;
    case "message":
      return <MessageDialog {...props} {...dialog} />;
    case "contact":
      return <ContactDialog {...props} />;
    case "cancel":
      return <CancelDialog {...props} />;
    case "keep_visit":
      return <KeepVisitDialog {...props} />;
  }
}

function ProposalDialog(props: OrderDialogProps) {
  const told = useTold();
  const total = dollarsAndCents(props.order.price.lines.total_cents);
  return (
    <ConfirmDialog
      {...props}
      title={m.staff_documents_generate_title()}
      consequence={`${m.staff_documents_generate_consequence({ total })} ${told(props.order)}`}
      confirm={m.staff_documents_generate()}
      method="post"
      path="/api/staff/orders/{order_id}/proposals"
      given={() => ({ path: { order_id: props.order.id } })}
      done={m.staff_documents_generated()}
    />
  );
}

/** Mark a milestone as reached: its payment becomes due, and the amount is shown first. */
function ReachDialog({ kind, ...props }: OrderDialogProps & { kind: Reachable }) {
  const { order } = props;
  const told = useTold();
  const money = useOrderMoney(order.id);
  const share = money.data?.milestones.find((milestone) => milestone.kind === kind);
  return (
    <ConfirmDialog
      {...props}
      title={m.staff_money_reach_title({ kind })}
      consequence={
        <LoadedPart query={money}>
          {() =>
            share &&
            `${kind === "completion" ? visitWords(order) + openStepsWords(order) : ""}${m.staff_money_reach_consequence(
              {
                percent: share.percent,
                amount: dollarsAndCents(share.amount_cents),
              },
            )} ${told(order)}`
          }
        </LoadedPart>
      }
      confirm={m.staff_money_reach({ kind })}
      isBlocked={!share}
      method="post"
      path="/api/staff/orders/{order_id}/milestones/{kind}"
      given={(if_version) => ({ path: { order_id: order.id, kind }, body: { if_version } })}
      done={m.staff_money_reached({ kind })}
    />
  );
}

// A wrong order is noticed by its day.
const visitWords = ({ appointment }: StaffOrder) =>
  appointment ? `${m.staff_visit_is_on({ day: longDay(appointment.day) })} ` : "";

const LAST_STEPS: readonly string[] = ["rough_inspection", "final_inspection", "startup"];

function openStepsWords({ installation_steps }: StaffOrder): string {
  const open = installation_steps.filter(
    ({ kind, status }) => LAST_STEPS.includes(kind) && status !== "done" && status !== "not_needed",
  );
  const names = namesOfSteps(open.map(({ kind }) => kind));
  return names && `${m.staff_open_steps({ names })} `;
}

/** Staff's decision that the crew comes although the fee was refunded. */
const KeepVisitDialog = (props: OrderDialogProps) => (
  <ConfirmDialog
    {...props}
    title={m.staff_money_keep_title()}
    consequence={m.staff_money_keep_consequence({ name: props.order.customer.name })}
    confirm={m.staff_money_keep()}
    method="post"
    path="/api/staff/orders/{order_id}/keep-visit"
    given={(if_version) => ({ path: { order_id: props.order.id }, body: { if_version } })}
    done={m.staff_money_keep_done()}
  />
);

/** Report power on, the last step of an installation. */
function PowerOnDialog(props: OrderDialogProps) {
  const told = useTold();
  const before = visitWords(props.order) + openStepsWords(props.order);
  return (
    <ConfirmDialog
      {...props}
      title={m.staff_order_power_on_title()}
      consequence={`${before}${m.staff_order_power_on_consequence()} ${told(props.order)}`}
      confirm={m.staff_order_power_on_confirm()}
      method="post"
      path="/api/staff/orders/{order_id}/power-on"
      given={(if_version) => ({ path: { order_id: props.order.id }, body: { if_version } })}
      done={m.staff_order_power_on_done()}
    />
  );
}

const RetryDialog = ({ refund, ...props }: OrderDialogProps & { refund: StaffRefund }) => (
  <ConfirmDialog
    {...props}
    title={m.staff_money_retry_title()}
    consequence={m.staff_money_retry_consequence({ amount: dollarsAndCents(refund.amount_cents) })}
    confirm={m.staff_money_retry()}
    method="post"
    path="/api/staff/refunds/{refund_id}/retry"
    given={() => ({ path: { refund_id: refund.id } })}
    once={`retry ${refund.id}`}
    done={m.staff_money_retried()}
  />
);

type MessageDialogProps = OrderDialogProps & Extract<OrderDialog, { is: "message" }>;

/** Send a message of the API's list, or one that was sent before once more. */
function MessageDialog({ kind, name, isAgain, ...props }: MessageDialogProps) {
  const { not_connected } = useMe();
  const leaving = leavingOf(props.order, not_connected);
  const recipients = recipientsOf(props.order);
  const again = isAgain ? "yes" : "no";
  return (
    <ConfirmDialog
      {...props}
      title={m.staff_messages_message_send_title({ again })}
      consequence={
        recipients
          ? leaving
            ? m.staff_messages_message_send_recipients({ again, name, recipients: leaving })
            : m.staff_messages_message_send_kept({ name })
          : m.staff_messages_message_send_no_way()
      }
      confirm={m.staff_messages_message_send({ again })}
      method="post"
      path="/api/staff/orders/{order_id}/messages/{kind}/resend"
      given={() => ({ path: { order_id: props.order.id, kind } })}
      once={`message ${props.order.id} ${kind}`}
      done={m.staff_messages_message_send_done({ is: leaving ? again : "kept" })}
    />
  );
}

// Empty when no channel is enabled; the server then refuses to resend.
function recipientsOf({ customer, email_updates, sms_updates }: StaffOrder): string {
  const recipients = [email_updates && customer.email, sms_updates && formatPhone(customer.phone)];
  return recipients.filter(Boolean).join(" and ");
}

/** Those of them by a channel that is connected. */
const leavingOf = (order: StaffOrder, notConnected: Me["not_connected"]): string =>
  recipientsOf({
    ...order,
    email_updates: order.email_updates && !notConnected.includes("email"),
    sms_updates: order.sms_updates && !notConnected.includes("sms"),
  });

// The server checks name, email and phone.
const contactSchema = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  agrees_to_texts: v.boolean(),
});

/** Correct a customer's name, email or phone. */
function ContactDialog({ order, onClose, onDone }: OrderDialogProps) {
  const { name, email, phone } = order.customer;
  const form = useForm({
    resolver: valibotResolver(contactSchema),
    defaultValues: { name, email, phone: formatPhone(phone), agrees_to_texts: false },
  });
  const { control, handleSubmit } = form;
  const { run, ...state } = useOrderAction(order, "patch", "/api/staff/orders/{order_id}/contact", {
    onDone: () => onDone(m.staff_order_contact_done()),
    form,
  });
  const typedPhone = useWatch({ control, name: "phone" });

  return (
    <ActionDialog
      {...state}
      title={m.staff_order_contact_title()}
      onClose={onClose}
      consequence={m.staff_order_contact_consequence()}
      confirm={m.staff_order_contact_confirm()}
      onConfirm={handleSubmit((contact) =>
        run((if_version) => ({
          path: { order_id: order.id },
          body: { ...contact, if_version },
        })),
      )}
    >
      <FormTextField control={control} name="name" size="sm" label={m.staff_order_contact_name()} />
      <FormTextField
        control={control}
        name="email"
        size="sm"
        label={m.staff_order_contact_email()}
        type="email"
      />
      <FormPhoneField
        control={control}
        name="phone"
        size="sm"
        label={m.staff_order_contact_phone()}
        autoComplete="off"
      />
      {formatPhone(typedPhone) !== formatPhone(phone) && (
        <FormCheckbox
          control={control}
          name="agrees_to_texts"
          label={m.staff_order_contact_agrees()}
        />
      )}
    </ActionDialog>
  );
}
