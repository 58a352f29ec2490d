import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import type { ChangeAnswer, MyBooking, Preparation, Slot } from "#api/my-booking.ts";
import { BookedAppointment } from "#features/appointment/booked-appointment.tsx";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { ContactPreferences } from "#features/contact-preferences/contact-preferences.tsx";
import { DocumentList } from "#features/document-list/document-list.tsx";
import { MachinePanel } from "#features/machine/machine-panel.tsx";
import { MessageList } from "#features/message-list/message-list.tsx";
import { PaymentsPanel } from "#features/milestones/payments-panel.tsx";
import { PhotoStatus } from "#features/photo-status/photo-status.tsx";
import { Preparations } from "#features/preparations/preparations.tsx";
import { PricePanel } from "#features/price-lock/price-panel.tsx";
import { ProposalPanel } from "#features/proposal-acceptance/proposal-panel.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Notice } from "#ui/notice.tsx";
import { BookingHead } from "./booking-head.tsx";
import { NextPart } from "./next-part.tsx";

const CancelOrder = lazy(async () => ({
  default: (await import("#features/cancellation/cancel-order.tsx")).CancelOrder,
}));
const MyReviewPanel = lazy(async () => ({
  default: (await import("#features/my-review/my-review.tsx")).MyReviewPanel,
}));
const Reschedule = lazy(async () => ({
  default: (await import("#features/appointment/reschedule.tsx")).Reschedule,
}));

const PARTS =
  "mx-auto -mt-22 print:mt-0 print:block print:p-0 print:*:mb-4 print:*:border-0 print:*:p-0 grid w-full max-w-[calc(68rem+2*var(--page-gutter))] gap-6 px-gutter pb-16 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-8";

type Dialog = "cancel" | "reschedule" | null;

type BookingProps = {
  booking: MyBooking;
  reload: () => void;
  isLinkExpired: boolean;
};

export function Booking({ booking, reload, isLinkExpired }: BookingProps) {
  const { timeline, appointment, machine } = booking;
  const [dialog, setDialog] = useState<Dialog>(
    isMoveAsked() && appointment?.can_reschedule ? "reschedule" : null,
  );
  const [movedTo, setMovedTo] = useState<Slot | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const close = () => setDialog(null);
  const done = () => {
    close();
    reload();
  };

  const course = (
    <Course
      key="course"
      booking={booking}
      reload={reload}
      movedTo={movedTo}
      onReschedule={() => setDialog("reschedule")}
      onCancel={() => setDialog("cancel")}
    />
  );
  const account = <Account key="account" booking={booking} />;

  // The browser found no part to scroll to before the booking was loaded.
  useEffect(() => {
    if (location.hash) location.replace(location.hash);
  }, []);

  return (
    <>
      <BookingHead booking={booking} />
      <div className={PARTS}>
        <NextPart
          booking={booking}
          onChooseDay={() => setDialog("reschedule")}
          isNew={isCancelling && booking.status === "cancelled"}
        />
        <MachinePart booking={booking} />
        <div
          className={`relative min-w-0 rounded-md border border-line bg-surface-raised p-[clamp(1.25rem,1rem+1.5vw,2rem)] lg:sticky lg:top-6 lg:col-2 ${rowsOf(booking)}`}
        >
          <BookingTimeline steps={timeline} />
        </div>
        <div className="relative grid min-w-0 content-start gap-6 lg:col-1">
          {isLinkExpired && <Notice tone="warning">{m.my_booking_link_expired()}</Notice>}
          <Suspense>
            {booking.next_step.key === "done" && (
              <MyReviewPanel customerName={booking.customer.name} />
            )}
          </Suspense>
          {/* With the power on, what an owner needs comes before how it came to it. */}
          {machine ? [account, course] : [course, account]}
          <ContactPart booking={booking} />
        </div>
      </div>
      <Suspense>
        {dialog === "reschedule" && (
          <Reschedule
            open
            onClose={close}
            onMoved={(to) => {
              setMovedTo(to);
              done();
            }}
            isLost={appointment?.status === "needs_new_date"}
          />
        )}
        {dialog === "cancel" && (
          <CancelOrder
            open
            onClose={close}
            onCancelled={() => {
              setCancelling(true);
              done();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

// Of the timeline, beside all parts.
const rowsOf = ({ machine }: MyBooking) => (machine ? "lg:row-[1/span_3]" : "lg:row-[1/span_2]");

function MachinePart({ booking: { machine, timeline } }: Pick<BookingProps, "booking">) {
  if (!machine) return null;
  const powerOn = timeline.find(({ key }) => key === "power_on");
  return <MachinePanel machine={machine} powerOnAt={powerOn?.at ?? null} />;
}

type CourseProps = Pick<BookingProps, "booking" | "reload"> & {
  movedTo: Slot | null;
  onReschedule: () => void;
  onCancel: () => void;
};

/** From the appointment to the installation: what was chosen, promised, signed and obtained. */
const Course = ({ booking, reload, ...appointment }: CourseProps) => (
  <>
    <AppointmentPart booking={booking} {...appointment} />
    {booking.photos && booking.status !== "cancelled" && <PhotoStatus photos={booking.photos} />}
    <PricePart booking={booking} reload={reload} />
    <ProposalPart booking={booking} reload={reload} />
    {isPrepared(booking) && <Preparations steps={booking.preparations} />}
  </>
);

/** Payments, documents and messages; the last two folded once the power is on. */
const Account = ({ booking: { status, machine } }: Pick<BookingProps, "booking">) => (
  <>
    <PaymentsPanel isOver={status === "cancelled"} onOpened={(url) => location.assign(url)} />
    <DocumentList isFolded={machine !== null} isCanceled={status === "cancelled"} />
    <div className="contents print:hidden">
      <MessageList isFolded={machine !== null} />
    </div>
  </>
);

const ContactPart = ({ booking }: Pick<BookingProps, "booking">) => (
  <div className="contents print:hidden">
    <ContactPreferences booking={booking} />
  </div>
);

// Before the proposal is accepted, nothing is obtained or ordered unless staff say so; with the
// power on, nothing is prepared any more.
const isPrepared = ({ status, preparations, machine }: MyBooking) =>
  status !== "cancelled" &&
  !machine &&
  (!EARLY.includes(status) || preparations.some((step) => !NOT_BEGUN.includes(step.status)));
const EARLY: readonly MyBooking["status"][] = ["reserved", "scheduled"];
const NOT_BEGUN: readonly Preparation["status"][] = ["ask", "to_do"];

// From the link "Move your day" of other pages.
const isMoveAsked = () => paths.moveDay.endsWith(location.hash) && location.hash !== "";

type AppointmentPartProps = Omit<CourseProps, "reload">;

/** The appointment, if any. Once installed, it can be neither moved nor canceled. */
function AppointmentPart({ booking, ...rest }: AppointmentPartProps) {
  const { appointment, status } = booking;
  if (!appointment || status === "cancelled") return null;
  return <BookedAppointment appointment={appointment} {...rest} isOver={status === "completed"} />;
}

const AcceptForm = lazy(async () => ({
  default: (await import("#features/proposal-acceptance/accept-form.tsx")).AcceptForm,
}));

/** The proposal, if any, and its acceptance while the order is open. */
function ProposalPart({ booking, reload }: Pick<BookingProps, "booking" | "reload">) {
  const { proposal, status, customer } = booking;
  const [answer, setAnswer] = useState<ComponentProps<typeof ProposalPanel>["answer"]>(null);
  if (!proposal) return null;
  return (
    <ProposalPanel
      proposal={proposal}
      answer={answer}
      acceptance={(shown) =>
        status !== "cancelled" && (
          <Suspense>
            <AcceptForm
              key={proposal.id}
              customerName={customer.name}
              {...{ proposal, shown }}
              onAccepted={() => {
                setAnswer("accepted");
                reload();
              }}
              onMovedOn={(refusal) => {
                setAnswer({ refusal });
                reload();
              }}
            />
          </Suspense>
        )
      }
    />
  );
}

const ChangeAnswered = lazy(async () => ({
  default: (await import("#features/price-lock/change-order.tsx")).ChangeAnswered,
}));
const ChangeOrder = lazy(async () => ({
  default: (await import("#features/price-lock/change-order.tsx")).ChangeOrder,
}));

/** The price, a change order that waits for an answer, and the result of that answer. */
function PricePart({ booking, reload }: Pick<BookingProps, "booking" | "reload">) {
  const { price, package: bought, generator, status, stay_on: stayOn } = booking;
  const [answered, setAnswer] = useState<ChangeAnswer | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isOpen = price.change !== null && status !== "cancelled";

  return (
    <PricePanel
      price={price}
      package={bought}
      generator={generator}
      status={status}
      stayOn={stayOn}
      isReviewed={booking.photos?.status === "decided"}
      question={
        <>
          {refusal && (
            <ActionResult key={refusal}>
              <Refusal>{refusal}</Refusal>
            </ActionResult>
          )}
          {isOpen && price.change && (
            <Suspense>
              <ChangeOrder
                key={price.change.id}
                change={price.change}
                onAnswered={(result) => {
                  setAnswer(result);
                  setRefusal(null);
                  reload();
                }}
                onMovedOn={(words) => {
                  setRefusal(words);
                  reload();
                }}
              />
            </Suspense>
          )}
          {!isOpen && answered && status !== "cancelled" && (
            <Suspense>
              <ChangeAnswered answer={answered} />
            </Suspense>
          )}
        </>
      }
    />
  );
}
