import { useEffect, useState } from "react";
import { Link, useParams } from "wouter";
import { Problem } from "#api/client.ts";
import type { StaffMoney, StaffOrder } from "#api/staff-orders.ts";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { NotInRole } from "../session/me.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";
import { useUndoToast } from "../shell/use-undo-toast.ts";
import { TasksPart } from "../tasks/order-tasks.tsx";
import { AddPhotos } from "./add-photos.tsx";
import { CancelPart } from "./cancel.tsx";
import { ConversationPart } from "./conversation.tsx";
import { DocumentsPanel } from "./documents.tsx";
import { JobReports } from "./job-report.tsx";
import { MessagesPart } from "./messages.tsx";
import { MoneyPart } from "./money.tsx";
import { NEXT_TITLE, NextCard } from "./next-card.tsx";
import { HistoryPart, NotesPart } from "./notes-and-history.tsx";
import { useOrder, useOrderMoney } from "./order-action.tsx";
import { OrderDialogs } from "./order-dialogs.tsx";
import {
  ActionButton,
  chipLook,
  Fact,
  LoadedPart,
  OpenDialogContext,
  type OrderDialog,
  statusTones,
  Term,
} from "./parts.tsx";
import { PricePart } from "./price-part.tsx";
import { ReadinessPart } from "./readiness.tsx";
import { VisitPart } from "./visit.tsx";

/** /staff/orders/<number>: one order and its next action. */
export default function OrderScreen() {
  const { id = "" } = useParams<{ id: string }>();
  const { data: order, error, refetch } = useOrder(id);

  if (order)
    return (
      <Screen title={order.customer.name} actions={<Standing order={order} />}>
        {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
        <OrderPage key={order.id} order={order} />
      </Screen>
    );
  if (error instanceof Problem && error.status === 404) return <Missing />;
  return (
    <Screen title={m.staff_order_title()}>
      {error ? (
        <StaffProblem problem={error} onAgain={() => void refetch()} />
      ) : (
        <p role="status">{m.staff_order_loading()}</p>
      )}
    </Screen>
  );
}

const Standing = ({ order }: { order: StaffOrder }) => (
  <>
    <span className="text-xs text-quiet wrap-anywhere tabular-nums">
      {m.staff_order_confirmation()} {order.code}
    </span>
    <Badge tone={statusTones[order.status]}>{m.staff_order_status({ status: order.status })}</Badge>
  </>
);

const Missing = () => (
  <Screen title={m.staff_order_missing_title()}>
    <p>{m.staff_order_missing()}</p>
    <p>
      <Link href="/orders">{m.staff_order_to_list()}</Link>
    </p>
  </Screen>
);

function OrderPage({ order }: { order: StaffOrder }) {
  const tell = useUndoToast();
  const [dialog, setDialog] = useState<OrderDialog | null>(null);
  const close = () => setDialog(null);
  useFocusKept(dialog !== null);
  const done = (title: string) => {
    close();
    void tell({ customer: order.customer.name, title, tone: "success" });
  };
  return (
    <OpenDialogContext value={setDialog}>
      <OrderHead order={order} />
      <NextCard order={order} />
      <Jumps />
      <div className="grid min-w-0 content-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:items-start">
        <div className="grid min-w-0 content-start gap-4">
          <VisitPart order={order} />
          <ReadinessPart order={order} />
          <JobReports order={order} />
          <PhotosPart order={order} />
          <PricePart order={order} />
          <DocumentsPanel order={order} />
          <MoneyPart order={order} />
          <ConversationPart order={order} />
          <MessagesPart order={order} />
          <CancelPart order={order} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <TasksPart order={order} />
          <NotesPart order={order} />
          <div className="min-w-0 rounded-md border border-line bg-surface-raised p-4">
            <BookingTimeline steps={order.timeline} size="sm" />
          </div>
          <HistoryPart order={order} />
        </div>
      </div>
      {dialog && <OrderDialogs order={order} dialog={dialog} onClose={close} onDone={done} />}
    </OpenDialogContext>
  );
}

// The button that opened a dialog may disappear with the action; the focus then goes to the next
// action.
function useFocusKept(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.getElementById(NEXT_TITLE)?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

// Links to the parts, for small screens and keyboards.
const PARTS = [
  "visit",
  "readiness",
  "photos",
  "price",
  "documents",
  "money",
  "conversation",
  "messages",
  "tasks",
  "notes",
  "history",
] as const;

const Jumps = () => (
  <nav className="flex flex-wrap gap-1.5" aria-label={m.staff_order_parts()}>
    {PARTS.map((part) => (
      <a className={chipLook()} href={`#${part}`} key={part}>
        {m.staff_order_jump({ part })}
      </a>
    ))}
  </nav>
);

function whyNoTexts({ texts_paused, opted_out, texts_wait_for_yes }: StaffOrder): string {
  if (texts_paused) return m.staff_order_no_texts_paused();
  if (opted_out.includes("sms")) return m.staff_order_no_texts();
  return texts_wait_for_yes
    ? m.staff_order_no_texts_unconfirmed()
    : m.staff_order_no_texts_consent();
}

function OrderHead({ order }: { order: StaffOrder }) {
  const { customer, address } = order;
  return (
    <section
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2"
      aria-label={customer.name}
    >
      <div className="flex min-w-0 flex-[1_1_40rem] flex-wrap items-center gap-x-6 gap-y-2">
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Term name={m.staff_order_phone()}>
            <a href={telHref(customer.phone)}>{formatPhone(customer.phone)}</a>
            {!order.sms_updates && <Fact>{whyNoTexts(order)}</Fact>}
          </Term>
          <Term name={m.staff_order_email()}>
            <a href={`mailto:${customer.email}`}>{customer.email}</a>
            {!order.email_updates && <Fact>{m.staff_order_no_emails()}</Fact>}
          </Term>
          <Term name={m.staff_order_address()}>
            {address} <MapLink address={address} />
          </Term>
          {Object.entries(order.answers).map(([question, answer]) => (
            <Term key={question} name={question}>
              {answer}
            </Term>
          ))}
        </dl>
        <ActionButton needs="correct_contacts" opens={{ is: "contact" }}>
          {m.staff_order_correct()}
        </ActionButton>
        <NotInRole needs={["correct_contacts"]} />
      </div>
      <Figures order={order} />
    </section>
  );
}

const MapLink = ({ address }: { address: string }) => (
  <a
    href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: address })}`}
    target="_blank"
    rel="noreferrer"
  >
    {m.staff_order_map()}
  </a>
);

function Figures({ order }: { order: StaffOrder }) {
  const moneyQuery = useOrderMoney(order.id);
  return (
    <LoadedPart query={moneyQuery}>
      {({ total_cents, paid_cents, balance_cents, ...money }) => (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Figure name={m.staff_order_total()} cents={total_cents} />
          {money.surcharge_cents !== 0 && (
            <Figure name={m.milestones_surcharge()} cents={money.surcharge_cents} />
          )}
          {money.late_fee_cents !== 0 && (
            <Figure name={m.milestones_late_fee()} cents={money.late_fee_cents} />
          )}
          <Figure name={m.staff_order_paid()} cents={paid_cents} />
          <Figure
            name={balanceName({ balance_cents, ...money }, isAskedLater(order))}
            cents={Math.abs(balance_cents)}
            zero={m.staff_order_balance_none()}
          />
        </dl>
      )}
    </LoadedPart>
  );
}

// Money that is on its way needs no one to act.
function balanceName(
  {
    balance_cents,
    refunding_cents,
    milestones,
  }: Pick<StaffMoney, "balance_cents" | "refunding_cents" | "milestones">,
  isLater: boolean,
): string {
  if (balance_cents < 0)
    return refunding_cents >= -balance_cents
      ? m.staff_order_on_its_way_back()
      : m.staff_order_in_credit();
  const isMoving = milestones.some(({ transfer_since }) => transfer_since !== null);
  if (isMoving) return m.staff_money_on_its_way();
  return isLater ? m.staff_order_balance_later() : m.staff_order_balance();
}

// As the next action says it: nobody has to pay before the cancellation period ends.
const isAskedLater = ({ next_actions }: StaffOrder) =>
  next_actions.some(({ key }) => key === "wait_to_ask");

type FigureProps = {
  name: string;
  cents: number;
  /** What is said in place of $0.00. */
  zero?: string;
};

const Figure = ({ name, cents, zero = dollarsAndCents(0) }: FigureProps) => (
  <div data-alone>
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="text-lg leading-[1.3] font-semibold wrap-anywhere tabular-nums">
      {cents === 0 ? zero : dollarsAndCents(cents)}
    </dd>
  </div>
);

type Photos = NonNullable<StaffOrder["photos"]>;

const TONES: Record<Photos["status"], BadgeTone> = {
  awaiting_photos: "info",
  submitted: "warning",
  retake_requested: "info",
  decided: "success",
  cancelled: "quiet",
};

/** State of the photos, with the link to the photo desk. */
function PhotosPart({ order }: { order: StaffOrder }) {
  const { photos } = order;
  if (!photos)
    return (
      <Panel size="sm" id="photos" title={m.staff_order_photos()}>
        <p className="text-quiet">{m.staff_order_no_photos()}</p>
      </Panel>
    );
  return (
    <Panel
      size="sm"
      id="photos"
      title={m.staff_order_photos()}
      badge={
        <Badge tone={TONES[photos.status]}>
          {m.staff_order_photo_states({ status: photos.status })}
        </Badge>
      }
    >
      <p>{m.staff_order_photo_count({ count: photos.count, least: photos.least })}</p>
      {photos.status === "retake_requested" && (
        <p>{m.staff_order_retake({ reason: photos.retake_reason })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link className={buttonLook("outline", "sm")} href={`/photos/${order.review_id}`}>
          {m.staff_order_to_photos()}
        </Link>
        <AddPhotos order={order} />
      </div>
    </Panel>
  );
}
