import { lazy, Suspense, useState } from "react";
import type { ChangeAnswer, MyBooking } from "#api/my-booking.ts";
import { BookedAppointment } from "#features/appointment/booked-appointment.tsx";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { ContactPreferences } from "#features/contact-preferences/contact-preferences.tsx";
import { DocumentList } from "#features/document-list/document-list.tsx";
import { MessageList } from "#features/message-list/message-list.tsx";
import { PaymentsPanel } from "#features/milestones/payments-panel.tsx";
import { PhotoStatus } from "#features/photo-status/photo-status.tsx";
import { PricePanel } from "#features/price-lock/price-panel.tsx";
import { ProposalPanel } from "#features/proposal-acceptance/proposal-panel.tsx";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";
import { BookingHead } from "./booking-head.tsx";
import { NextPart } from "./next-part.tsx";

const CancelOrder = lazy(async () => {
  const { CancelOrder } = await import("#features/cancellation/cancel-order.tsx");
  return { default: CancelOrder };
});
const Reschedule = lazy(async () => {
  const { Reschedule } = await import("#features/appointment/reschedule.tsx");
  return { default: Reschedule };
});

const PARTS =
  "mx-auto -mt-22 grid w-full max-w-[calc(68rem+2*var(--page-gutter))] gap-6 px-gutter pb-16 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-8";

type Dialog = "cancel" | "reschedule" | null;

type BookingProps = {
  booking: MyBooking;
  reload: () => void;
  isLinkExpired: boolean;
};

export function Booking({ booking, reload, isLinkExpired }: BookingProps) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const { status, timeline, photos, appointment } = booking;
  const close = () => setDialog(null);
  const done = () => {
    close();
    reload();
  };

  return (
    <>
      <BookingHead booking={booking} />
      <div className={PARTS}>
        <NextPart booking={booking} onChooseDay={() => setDialog("reschedule")} />
        <div className="relative min-w-0 rounded-md border border-line bg-surface-raised p-[clamp(1.25rem,1rem+1.5vw,2rem)] lg:sticky lg:top-6 lg:col-2 lg:row-[1/span_2]">
          <BookingTimeline steps={timeline} />
        </div>
        <div className="relative grid min-w-0 content-start gap-6 lg:col-1">
          {isLinkExpired && <Notice tone="warning">{m.my_booking_link_expired()}</Notice>}
          <AppointmentPart
            booking={booking}
            onReschedule={() => setDialog("reschedule")}
            onCancel={() => setDialog("cancel")}
          />
          {photos && status !== "cancelled" && <PhotoStatus photos={photos} />}
          <PricePart booking={booking} onAnswered={reload} />
          <ProposalPart booking={booking} onAccepted={reload} />
          <PaymentsPanel isOver={status === "cancelled"} onOpened={(url) => location.assign(url)} />
          <DocumentList />
          <MessageList />
          <ContactPreferences customer={booking.customer} />
        </div>
      </div>
      <Suspense>
        {dialog === "reschedule" && (
          <Reschedule
            open
            onClose={close}
            onMoved={done}
            isLost={appointment?.status === "needs_new_date"}
          />
        )}
        {dialog === "cancel" && <CancelOrder open onClose={close} onCancelled={done} />}
      </Suspense>
    </>
  );
}

type AppointmentPartProps = {
  booking: MyBooking;
  onReschedule: () => void;
  onCancel: () => void;
};

/** The appointment, if any. Once installed, it can be neither moved nor canceled. */
function AppointmentPart({ booking, onReschedule, onCancel }: AppointmentPartProps) {
  const { appointment, status } = booking;
  if (!appointment || status === "cancelled") return null;
  return (
    <BookedAppointment
      {...{ appointment, onReschedule, onCancel }}
      isOver={status === "completed"}
    />
  );
}

const AcceptForm = lazy(async () => {
  const { AcceptForm } = await import("#features/proposal-acceptance/accept-form.tsx");
  return { default: AcceptForm };
});

type ProposalPartProps = { booking: MyBooking; onAccepted: () => void };

/** The proposal, if any, and its acceptance while the order is open. */
function ProposalPart({ booking, onAccepted }: ProposalPartProps) {
  const { proposal, status } = booking;
  if (!proposal) return null;
  return (
    <ProposalPanel
      proposal={proposal}
      acceptance={
        proposal.status === "ready" &&
        status !== "cancelled" && (
          <Suspense>
            <AcceptForm key={proposal.id} proposal={proposal} onAccepted={onAccepted} />
          </Suspense>
        )
      }
    />
  );
}

const ChangeAnswered = lazy(async () => {
  const { ChangeAnswered } = await import("#features/price-lock/change-order.tsx");
  return { default: ChangeAnswered };
});
const ChangeOrder = lazy(async () => {
  const { ChangeOrder } = await import("#features/price-lock/change-order.tsx");
  return { default: ChangeOrder };
});

type PricePartProps = { booking: MyBooking; onAnswered: () => void };

/** The price, a change order that waits for an answer, and the result of that answer. */
function PricePart({ booking, onAnswered }: PricePartProps) {
  const { price, package: bought, generator, status } = booking;
  const [answered, setAnswer] = useState<ChangeAnswer | null>(null);
  const isOpen = price.change !== null && status !== "cancelled";

  return (
    <PricePanel
      price={price}
      package={bought}
      generator={generator}
      question={
        <>
          {isOpen && price.change && (
            <Suspense>
              <ChangeOrder
                key={price.change.id}
                change={price.change}
                onAnswered={(result) => {
                  setAnswer(result);
                  onAnswered();
                }}
              />
            </Suspense>
          )}
          {!isOpen && answered && (
            <Suspense>
              <ChangeAnswered answer={answered} />
            </Suspense>
          )}
        </>
      }
    />
  );
}
