import { valibotResolver } from "@hookform/resolvers/valibot";
import { type ReactNode, type SubmitEvent, useRef } from "react";
import { type Control, useForm } from "react-hook-form";
import { Link, useLocation } from "wouter";
import { hasBookings, useMyBookings } from "#api/my-booking.ts";
import { finishOf } from "#business/half-days.ts";
import { feeName } from "#business/terms.ts";
import { visitHours } from "#business/windows.ts";
import { company } from "#content/company.ts";
import type { Draft } from "#draft/draft.ts";
import { keepInstallationComplete } from "#draft/installation-complete.ts";
import { pathOfStep, stepNumber } from "#draft/steps.ts";
import { useDraft } from "#draft/use-draft.ts";
import { toWizardSession } from "#draft/wizard-session.ts";
import { useAvailability } from "#features/appointment/availability.ts";
import { Calendar } from "#features/appointment/calendar.tsx";
import {
  type Reserved,
  type ReserveError,
  type ReserveRequest,
  reserveError,
  useReserve,
} from "#features/appointment/use-reserve.ts";
import { type Strip, stripOf } from "#features/booking-strip/strip.ts";
import { type Contact, ContactForm, contactSchema } from "#features/contact/contact-form.tsx";
import { type Order, useOrder } from "#features/order-summary/order-loader.tsx";
import { longDay, untilWords, weekdayAndDay } from "#lib/dates.ts";
import { inDollars } from "#lib/money.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { showFirstError, showServerErrors, useFormChange } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { usePressOnce } from "#ui/use-press-once.ts";
import { Loading } from "../../loading.tsx";
import { useConfirmedDraft } from "../../payment/use-confirmed-draft.ts";
import { recordQuietly, saveQuietly } from "../save-quietly.ts";
import { cameFrom, Step, StepBody, StepHeading, useStep } from "../step.tsx";
import { usePrice } from "../use-price.ts";
import { RESERVATION, ReserveBar } from "./reserve-bar.tsx";

// The payment is another area: it is loaded while the reservation is under way.
const preloadPayment = () => void import("../../payment/payment.tsx");

/**
 * The date step once those before are answered. Whoever has reserved sees what the server holds for
 * them, and moves a confirmed day in My booking.
 */
export function Booking() {
  const { draft } = useDraft();
  const { data: order, isLoading } = useOrder(draft.wizard.order_id);
  const others = useMyBookings({ enabled: hasBookings() });

  if (isLoading || others.isLoading) return <DateHeading>{LOADING_ORDER}</DateHeading>;
  if (order?.appointment.status === "confirmed")
    return (
      <DateHeading>
        <DayConfirmed order={order} />
      </DateHeading>
    );
  const other = stripOf(
    (others.data ?? []).filter(({ id }) => id !== order?.id),
    new Date(),
  );
  return <BookingForm order={order} other={other} />;
}

const DateHeading = ({ children }: { children: ReactNode }) => (
  <Step>
    <StepBody>
      <StepHeading title={m.appointment_date_title()} />
      {children}
    </StepBody>
  </Step>
);

const LOADING_ORDER = <Loading label={m.order_summary_loading()} className="min-h-48" />;

function DayConfirmed({ order }: { order: Order }) {
  useStep("date");
  useConfirmedDraft(order.id);
  return (
    <Notice
      tone="success"
      title={m.appointment_date_confirmed_title()}
      action={<Button href={ofOrder(paths.moveDay, order.id)}>{m.appointment_date_move()}</Button>}
    >
      {m.appointment_date_confirmed(slotOf(order))}
      {endOf(order)}
    </Notice>
  );
}

const slotOf = ({ appointment }: Order) => ({
  day: longDay(appointment.day),
  hours: visitHours(appointment),
});

const endOf = ({ appointment }: Order) => {
  const words = finishOf(appointment);
  return words ? ` ${words}` : "";
};

/** Day, window, contact and the reservation. */
type BookingFormProps = { order: Order | undefined; other: Strip | null };

function BookingForm({ order, other }: BookingFormProps) {
  const [, navigate] = useLocation();
  const { draft, record } = useDraft();
  const prices = usePrice(draft);
  const reserve = useReserve();
  const { isPending: isWaiting } = useAvailability();
  const body = useRef<HTMLDivElement>(null);
  const { selected_date: day, selected_time_window: window } = draft.scheduling;
  const { contact, preferences } = draft.customer;
  const refusal = reserve.error ? reserveError(reserve.error) : null;
  const form = useForm({
    resolver: valibotResolver(contactSchema),
    defaultValues: contact,
    mode: "onTouched",
    shouldFocusError: false, // The calendar stands before the form, and its errors are no field's.
  });
  const { isSubmitted: isChecked } = form.formState;

  useStep("date");
  useFormChange(form, (typed) => record({ type: "contactTyped", contact: typed }));

  const finish = (reserved: Reserved) => {
    record({ type: "stepCompleted", step: "date", price: prices.price });
    keepInstallationComplete(reserved, new Date());
    const placed = record({ type: "orderPlaced", orderId: reserved.orderId });
    // The order stored this step; what is left to say is that no reminder is wanted any more.
    if (preferences.recovery_consent) saveQuietly(placed);
    navigate(ofOrder(reserved.nextPath, reserved.orderId), {
      state: cameFrom(stepNumber("date")),
    });
  };

  const showError = () => showFirstError(body.current);
  const submit = form.handleSubmit((contact) => {
    if (day === null || window === null) return showError();
    preloadPayment();
    reserve.mutate(requestOf(draft, contact), {
      onSuccess: finish,
      onError: (failure) => {
        const { mendAt, fields } = reserveError(failure);
        if (mendAt === "day") record({ type: "dayLost" });
        if (mendAt === "window") record({ type: "windowLost" });
        showServerErrors(form, fields);
        showError();
        recordQuietly(draft, "reserve_failed", { mend_at: mendAt });
      },
    });
  }, showError);
  const press = usePressOnce(!isWaiting, () => void submit());

  return (
    <Step>
      <StepBody ref={body}>
        <StepHeading title={m.appointment_date_title()} lead={m.appointment_date_window_note()} />
        {order?.appointment.status === "held" && <ReservedNotice order={order} />}
        {other && <OtherBooking strip={other} />}
        {refusal && isOfCalendar(refusal) && <RefusalNotice refusal={refusal} />}
        <Calendar
          day={day}
          windowId={window?.id ?? null}
          dayError={dayError(isChecked, day, refusal)}
          windowError={windowError(isChecked, window !== null, refusal)}
          onDay={(chosen, keepsWindow) => {
            reserve.reset();
            if (!keepsWindow) record({ type: "windowLost" });
            recordQuietly(
              record({ type: "dayChosen", day: chosen }),
              "installation_date_selected",
              {
                day: chosen,
              },
            );
          }}
          onWindow={(chosen) => {
            if (refusal?.mendAt === "window") reserve.reset();
            recordQuietly(
              record({ type: "windowChosen", window: chosen }),
              "time_window_selected",
              { window: chosen.id },
            );
          }}
        />
        <ContactPart control={form.control} isWaiting={isWaiting} onSubmit={press.onPress} />
        {refusal && !isOfCalendar(refusal) && <RefusalNotice refusal={refusal} />}
      </StepBody>
      <ReserveBar
        draft={draft}
        prices={prices}
        isWaiting={isWaiting}
        missing={isChecked && isContactMissing(contact) ? m.contact_required() : null}
        isBusy={reserve.isPending}
        isPressed={press.isPressed}
      />
    </Step>
  );
}

type ContactPartProps = {
  control: Control<Contact>;
  isWaiting: boolean;
  onSubmit: () => void;
};

// Nothing is shown below the calendar until its height is known, so the layout does not shift.
function ContactPart({ control, isWaiting, onSubmit }: ContactPartProps) {
  const { draft, record } = useDraft();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="empty:hidden" id={RESERVATION} noValidate onSubmit={submit}>
      {!isWaiting && (
        <ContactForm
          control={control}
          reminder={{
            isWanted: draft.customer.preferences.recovery_consent === true,
            onChange: (isWanted) => trackChoice(record({ type: "reminderChosen", isWanted })),
            onEmailLeft: () => trackReminder(draft),
          }}
        />
      )}
    </form>
  );
}

// Saved at once together with the email: a visitor who leaves now would otherwise never get the
// reminder (MSG-02.3).
function trackChoice(draft: Draft): void {
  if (toWizardSession(draft).email) saveQuietly(draft);
}

function trackReminder(draft: Draft): void {
  if (toWizardSession(draft).recovery_consent) saveQuietly(draft);
}

const isContactMissing = (contact: Contact): boolean =>
  Object.values(contact).some((entry) => entry.trim() === "");

function dayError(
  isChecked: boolean,
  day: string | null,
  refusal: ReserveError | null,
): string | null {
  if (refusal?.mendAt === "day" && day === null) return m.appointment_date_day_gone();
  return isChecked && day === null ? m.appointment_date_required() : null;
}

function windowError(
  isChecked: boolean,
  isChosen: boolean,
  refusal: ReserveError | null,
): string | null {
  if (refusal?.mendAt === "window") return refusal.words;
  return isChecked && !isChosen ? m.appointment_window_required() : null;
}

function requestOf(draft: Draft, contact: Contact): ReserveRequest {
  return {
    customerData: contact,
    wizardData: draft as unknown as ReserveRequest["wizardData"],
    paymentData: { scheduling_fee: inDollars(draft.payment.scheduling_fee.amount_cents) },
  };
}

/** For a visitor who returns after reserving: shows the date and links to the next step. */
function ReservedNotice({ order }: { order: Order }) {
  return (
    <Notice
      tone="success"
      title={m.appointment_date_reserved_title()}
      action={
        <Button variant="outline" href={ofOrder(paths.wizard.finalize, order.id)}>
          {m.appointment_date_finish()}
        </Button>
      }
    >
      {m.appointment_date_reserved(slotOf(order))}
      {endOf(order)}
    </Notice>
  );
}

/** Said before a second day is reserved, which is a booking of its own (TRUTH-02.5). */
function OtherBooking({ strip: { kind, booking, path } }: { strip: Strip }) {
  const day = weekdayAndDay(booking.day);
  const { address, held_until } = booking;
  if (kind === "lost") return null;
  return (
    <Notice
      tone="warning"
      title={held_until ? m.appointment_date_other_held() : m.appointment_date_other_booked()}
      action={
        <Button variant="outline" href={path}>
          {m.appointment_date_other_go()}
        </Button>
      }
    >
      {held_until
        ? m.appointment_date_other_held_text({
            day,
            time: untilWords(held_until),
            address,
            fee: feeName,
          })
        : m.appointment_date_other_booked_text({ day, address, fee: feeName })}
    </Notice>
  );
}

const isOfCalendar = ({ mendAt }: ReserveError): boolean => mendAt === "day" || mendAt === "window";

/**
 * Why the reservation was refused, in the page where it is mended: the bar stays in place and would
 * cover more than a quarter of a phone (A11Y-02.2).
 */
function RefusalNotice({ refusal }: { refusal: ReserveError }) {
  return (
    <div data-error>
      <Notice tone="danger">
        <p>{refusal.words}</p>
        <p>
          <FixHint at={refusal.mendAt} />
          <a className={LINK} href={telHref(company.phone)}>
            {m.appointment_refusal_or_call({ phone: company.phone })}
          </a>
        </p>
      </Notice>
    </div>
  );
}

const LINK = "me-4 inline-block py-1";

const FIXES: Partial<Record<ReserveError["mendAt"], { href: string; label: string }>> = {
  address: { href: paths.wizard.address, label: m.appointment_refusal_change_address() },
  generator: { href: pathOfStep("generator"), label: m.appointment_refusal_change_generator() },
  order: { href: paths.moveDay, label: m.appointment_date_move() },
};

function FixHint({ at }: { at: ReserveError["mendAt"] }) {
  const fix = FIXES[at];
  if (!fix) return null;
  return (
    <Link className={LINK} href={fix.href}>
      {fix.label}
    </Link>
  );
}
