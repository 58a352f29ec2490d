import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { Problem } from "#api/client.ts";
import {
  type ChangeAnswer,
  hasBookings,
  type MyBooking,
  type NextStepKey,
  type Preparation,
  type Slot,
  useBookingRefresh,
  useMyBooking,
  useMyBookings,
} from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { BookedAppointment } from "#features/appointment/booked-appointment.tsx";
import { BookingTimeline } from "#features/booking-timeline/booking-timeline.tsx";
import { ContactPreferences } from "#features/contact-preferences/contact-preferences.tsx";
import { DocumentList } from "#features/document-list/document-list.tsx";
import { MachinePanel } from "#features/machine/machine-panel.tsx";
import { MessageList } from "#features/message-list/message-list.tsx";
import { PaymentsPanel } from "#features/milestones/payments-panel.tsx";
import { NextStep } from "#features/next-step/next-step.tsx";
import { PhotoStatus } from "#features/photo-status/photo-status.tsx";
import { Preparations } from "#features/preparations/preparations.tsx";
import { PricePanel } from "#features/price-lock/price-panel.tsx";
import { ProposalPanel } from "#features/proposal-acceptance/proposal-panel.tsx";
import { firstName } from "#lib/names.ts";
import { ofOrder, orderIn } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { usePageReturn } from "#ui/use-page-return.ts";
import { Loading } from "../loading.tsx";
import { LogoLink } from "../logo-link.tsx";
import { BookingList } from "./booking-list.tsx";

/** /my-booking: one order from reservation to power-on (BOOK-04). */
export default function MyBookingApp() {
  return (
    <>
      <header className="on-night relative z-1 px-gutter print:hidden">
        <div className="mx-auto flex max-w-272 items-center justify-between gap-4 py-2">
          <LogoLink label={m.logo_home({ companyName: company.name })} />
          <Button variant="outline" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
        </div>
      </header>
      <main className="bg-surface-sunken" id="content">
        <ErrorBoundary
          name="my booking"
          className={`grid ${STATE}`}
          note={m.my_booking_crash_note()}
        >
          <BookingPage />
        </ErrorBoundary>
      </main>
    </>
  );
}

/** The booking that the address names; without a name, the only one, or a list of several. */
function BookingPage() {
  const isNamed = orderIn(useSearch()) !== null;
  const { data: bookings, error, refetch } = useMyBookings({ enabled: !isNamed });

  if (isNamed || bookings?.length === 1) return <OneBooking />;
  if (bookings?.length === 0) return <NoBooking />;
  if (bookings) return <BookingList bookings={bookings} />;
  if (error) return <Failed onTryAgain={() => void refetch()} />;
  return LOADING;
}

function NoBooking() {
  return <Missing isExpired={useIsLinkExpired()} />;
}

/** One booking, its loading state, or the reason it cannot be shown. */
function OneBooking() {
  const { data: booking, error, refetch } = useMyBooking();
  const reload = useBookingRefresh();
  const isLinkExpired = useIsLinkExpired();
  usePageReturn(reload);

  if (error instanceof Problem && error.status === 404)
    return <Missing isExpired={isLinkExpired} />;
  if (booking) return <Booking booking={booking} reload={reload} isLinkExpired={isLinkExpired} />;
  if (error) return <Failed onTryAgain={() => void refetch()} />;
  return LOADING;
}

const useIsLinkExpired = () => new URLSearchParams(useSearch()).get("link") === EXPIRED;

// The server redirects expired access links here with this parameter.
const EXPIRED = "expired";

const Missing = ({ isExpired }: { isExpired: boolean }) => (
  <State title={isExpired ? m.my_booking_expired_title() : m.booking_missing_title()}>
    <p>{isExpired ? m.my_booking_expired() : m.my_booking_missing()}</p>
    <p>
      {m.my_booking_new_link()} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
    <div>
      <Button href={paths.wizard.address}>{m.start_new_estimate()}</Button>
    </div>
  </State>
);

const Failed = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <State title={m.my_booking_failed_title()}>
    <p role="alert">
      {m.loading_failed_or_call()} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
    <div>
      <Button onClick={onTryAgain}>{m.try_again()}</Button>
    </div>
  </State>
);

/** Look of a message in place of the booking. */
const STATE = "mx-auto max-w-168 gap-4 px-gutter pt-12 pb-16 [&>h1]:text-2xl";

const LOADING = <Loading label={m.my_booking_loading()} className={`min-h-[60dvh] ${STATE}`} />;

const State = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={`grid ${STATE}`}>
    <h1>{title}</h1>
    {children}
  </div>
);

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

export function BookingHead({ booking }: { booking: MyBooking }) {
  const { customer, address, code, timeline, status } = booking;
  const done = status === "cancelled" ? 0 : timeline.filter(({ state }) => state === "done").length;

  useDocumentTitle(`${m.my_booking_page()} | ${company.name}`);

  return (
    <div className="on-night relative overflow-hidden px-gutter pt-4 pb-30 print:p-0">
      <div className="relative mx-auto grid max-w-272 gap-1 pb-18 print:pb-4">
        <h1>
          {firstName(customer.name)
            ? m.my_booking_hello_name({ name: firstName(customer.name) })
            : m.my_booking_hello()}
        </h1>
        <p className="wrap-anywhere">{address}</p>
        <p className="text-sm text-quiet">
          {m.my_booking_number()} <strong className="tabular-nums">{code}</strong>
          <AllBookings />
        </p>
      </div>
      <Street lit={done} />
    </div>
  );
}

/** The way to the list, of a browser with several bookings; beside the code, so that nothing moves. */
function AllBookings() {
  const { data: bookings = [] } = useMyBookings({ enabled: hasBookings() });
  if (bookings.length < 2) return null;
  return (
    <a className="-my-1 ms-4 inline-block py-1" href={paths.myBooking}>
      {m.my_bookings_all()}
    </a>
  );
}

// In the order in which they light up.
const PANES = [
  { x: 300, y: 74 },
  { x: 314, y: 74 },
  { x: 300, y: 88 },
  { x: 314, y: 88 },
  { x: 346, y: 74 },
  { x: 360, y: 74 },
  { x: 346, y: 88 },
  { x: 360, y: 88 },
] as const;

const DARK_STREET =
  "M0 120V84l26-20 26 20v36h14V72l34-26 34 26v48h18V90l22-16 22 16v30h20V78l20-16 20 16v42zm400 0V80l26-20 26 20v40h16V70l32-24 32 24v50h22V88l23-17 23 17v32z";

/** Decorative street with one house: one pane is lit per finished step. */
const Street = ({ lit }: { lit: number }) => (
  <svg
    className="absolute right-0 bottom-22 h-20 w-auto max-w-none print:hidden"
    viewBox="0 0 600 120"
    preserveAspectRatio="xMaxYMax meet"
    aria-hidden="true"
    focusable="false"
  >
    <path className="fill-surface-sunken" d={DARK_STREET} />
    <path className="fill-surface-raised" d="M284 120V66l52-36 52 36v54z" />
    {PANES.map(({ x, y }, index) => (
      <rect
        key={`${x} ${y}`}
        className={`transition-[fill] ${index < lit ? "fill-glow" : "fill-line"}`}
        x={x}
        y={y}
        width="11"
        height="11"
        rx="1"
      />
    ))}
  </svg>
);

type Way = { href?: string; onClick?: () => void };

type NextPartProps = { booking: MyBooking; onChooseDay: () => void; isNew?: boolean };

export function NextPart({ booking, onChooseDay, isNew = false }: NextPartProps) {
  const { key, by } = booking.next_step;
  return (
    <NextStep
      said={booking.next_step}
      by={key === "pay_milestone" ? by : null}
      actions={wayOf(key, booking, onChooseDay)}
      isNew={isNew}
    />
  );
}

const PLACES: Partial<Record<NextStepKey, string>> = {
  send_photos: paths.photos,
  retake_photos: paths.photos,
  decide_change: "#price",
  accept_proposal: "#proposal",
  pay_milestone: "#payments",
  done: "#review",
  cancelled: paths.wizard.address,
};

function wayOf(key: NextStepKey, booking: MyBooking, onChooseDay: () => void): Way | null {
  if (key === "choose_date" && booking.appointment?.status === "needs_new_date")
    return { onClick: onChooseDay };
  if (key === "pay_fee" || key === "choose_date")
    return { href: ofOrder(paths.wizard.finalize, booking.id) };
  if (key === "confirm") return { href: ofOrder(paths.wizard.confirm, booking.id) };
  const href = PLACES[key];
  if (href?.startsWith(paths.myBooking)) return { href: ofOrder(href, booking.id) };
  return href ? { href } : null;
}
