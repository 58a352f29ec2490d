import { lazy, Suspense, useState } from "react";
import type { MyBooking } from "#api/my-booking.ts";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { ContactPreferences } from "#features/contact-preferences/contact-preferences.tsx";
import { DocumentList } from "#features/document-list/document-list.tsx";
import { MessageList } from "#features/message-list/message-list.tsx";
import { PaymentsPanel } from "#features/milestones/payments-panel.tsx";
import { PhotoStatus } from "#features/photo-status/photo-status.tsx";
import { Notice } from "#ui/notice.tsx";
import { AppointmentPart } from "./appointment-part.tsx";
import { BookingHead } from "./booking-head.tsx";
import { bookingWords as words } from "./copy.ts";
import { NextPart } from "./next-part.tsx";
import { PricePart } from "./price-part.tsx";
import { ProposalPart } from "./proposal-part.tsx";

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
          {isLinkExpired && <Notice tone="warning">{words.linkExpired}</Notice>}
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
