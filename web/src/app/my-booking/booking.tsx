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
      <div className="booking__parts">
        <NextPart booking={booking} onChooseDay={() => setDialog("reschedule")} />
        <div className="booking__side">
          <BookingTimeline steps={timeline} />
        </div>
        <div className="booking__main">
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
