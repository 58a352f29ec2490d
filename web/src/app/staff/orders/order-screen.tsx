import { useEffect, useState } from "react";
import { Link, useParams } from "wouter";
import { Problem } from "#api/client.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { dollarsAndCents } from "#lib/money.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { useToast } from "#ui/toast.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { Screen } from "../shell/screen.tsx";
import { CancelPart } from "./cancel.tsx";
import { DocumentsPanel } from "./documents.tsx";
import { HistoryPart } from "./history.tsx";
import { MessagesPart } from "./messages.tsx";
import { MoneyPart } from "./money.tsx";
import { NEXT_TITLE, NextCard } from "./next-card.tsx";
import { NotesPart } from "./notes.tsx";
import { orderWords } from "./order/copy.ts";
import { useOrder, useOrderMoney } from "./order-action.tsx";
import { OrderDialogs } from "./order-dialogs.tsx";
import { statusTones, statusWords } from "./order-labels.ts";
import {
  ActionButton,
  chipLook,
  Fact,
  LoadedPart,
  OpenDialogContext,
  type OrderDialog,
  Term,
  useOpenDialog,
} from "./parts.tsx";
import { PricePart } from "./price.tsx";
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
    <Screen title={orderWords.title}>
      {error ? (
        <StaffProblem problem={error} onAgain={() => void refetch()} />
      ) : (
        <p role="status">{orderWords.loading}</p>
      )}
    </Screen>
  );
}

const Standing = ({ order }: { order: StaffOrder }) => (
  <>
    <span className="text-xs text-quiet wrap-anywhere tabular-nums">
      {orderWords.confirmation} {order.number ?? order.id}
    </span>
    <Badge tone={statusTones[order.status]}>{statusWords[order.status]}</Badge>
  </>
);

const Missing = () => (
  <Screen title={orderWords.missingTitle}>
    <p>{orderWords.missing}</p>
    <p>
      <Link href="/orders">{orderWords.toList}</Link>
    </p>
  </Screen>
);

function OrderPage({ order }: { order: StaffOrder }) {
  const toast = useToast();
  const [dialog, setDialog] = useState<OrderDialog | null>(null);
  const close = () => setDialog(null);
  useFocusKept(dialog !== null);
  const done = (message: string) => {
    close();
    toast({ title: message, tone: "success" });
  };
  return (
    <OpenDialogContext value={setDialog}>
      <OrderHead order={order} />
      <NextCard order={order} />
      <Jumps />
      <div className="grid min-w-0 content-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:items-start">
        <div className="grid min-w-0 content-start gap-4">
          <VisitPart order={order} />
          <PhotosPart order={order} />
          <PricePart order={order} />
          <DocumentsPanel order={order} />
          <MoneyPart order={order} />
          <MessagesPart order={order} />
          <CancelPart order={order} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
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
const Jumps = () => (
  <nav className="flex flex-wrap gap-1.5" aria-label={orderWords.parts}>
    {Object.entries(orderWords.jumps).map(([id, name]) => (
      <a className={chipLook()} href={`#${id}`} key={id}>
        {name}
      </a>
    ))}
  </nav>
);

function OrderHead({ order }: { order: StaffOrder }) {
  const { customer, address } = order;
  const open = useOpenDialog();
  return (
    <section
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2"
      aria-label={customer.name}
    >
      <div className="flex min-w-0 flex-[1_1_40rem] flex-wrap items-center gap-x-6 gap-y-2">
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Term name={orderWords.phone}>
            <a href={telHref(customer.phone)}>{formatPhone(customer.phone)}</a>
            {!order.sms_updates && <Fact>{orderWords.noTexts}</Fact>}
          </Term>
          <Term name={orderWords.email}>
            <a href={`mailto:${customer.email}`}>{customer.email}</a>
            {!order.email_updates && <Fact>{orderWords.noEmails}</Fact>}
          </Term>
          <Term name={orderWords.address}>
            {address} <MapLink address={address} />
          </Term>
        </dl>
        <ActionButton needs="correct_contacts" onClick={() => open({ is: "contact" })}>
          {orderWords.correct}
        </ActionButton>
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
    {orderWords.map}
  </a>
);

function Figures({ order }: { order: StaffOrder }) {
  const moneyQuery = useOrderMoney(order.id);
  return (
    <LoadedPart query={moneyQuery}>
      {({ total_cents, paid_cents, balance_cents }) => (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Figure name={orderWords.total} cents={total_cents} />
          <Figure name={orderWords.paid} cents={paid_cents} />
          <Figure
            name={balance_cents < 0 ? orderWords.inCredit : orderWords.balance}
            cents={Math.abs(balance_cents)}
          />
        </dl>
      )}
    </LoadedPart>
  );
}

const Figure = ({ name, cents }: { name: string; cents: number }) => (
  <div>
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="text-lg leading-[1.3] font-semibold wrap-anywhere tabular-nums">
      {dollarsAndCents(cents)}
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
      <Panel size="sm" id="photos" title={orderWords.photos}>
        <p className="text-quiet">{orderWords.noPhotos}</p>
      </Panel>
    );
  return (
    <Panel
      size="sm"
      id="photos"
      title={orderWords.photos}
      badge={<Badge tone={TONES[photos.status]}>{orderWords.photoStates[photos.status]}</Badge>}
    >
      <p>{orderWords.photoCount(photos.count, photos.least)}</p>
      {photos.status === "retake_requested" && <p>{orderWords.retake(photos.retake_reason)}</p>}
      <div>
        <Link className={buttonLook("outline", "sm")} href={`/photos/${order.review_id}`}>
          {orderWords.toPhotos}
        </Link>
      </div>
    </Panel>
  );
}
