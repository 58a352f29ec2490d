import { lazy, Suspense, useEffect } from "react";
import { Redirect } from "wouter";
import type { BookingMessage } from "#api/my-booking.ts";
import { isLeaving, type Reach, reachOf, useSent } from "#api/sent-messages.ts";
import { photoReview } from "#business/terms.ts";
import { windowWithHours } from "#business/windows.ts";
import { company } from "#content/company.ts";
import { useDraft } from "#draft/use-draft.ts";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { trackReservation } from "#lib/conversions.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { firstName } from "#lib/names.ts";
import { ofOrder, ofThisOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Loading } from "../../loading.tsx";
import { StepHeading } from "../../wizard/step.tsx";
import { useConfirmedDraft } from "../use-confirmed-draft.ts";
import { KeepAndForward, PhotosFirst } from "./after-paying.tsx";
import { type Appointment, usePaidVisit } from "./use-paid-visit.ts";
import { ChooseDay, VisitPage } from "./visit-page.tsx";

/** Back from the card page: the appointment, as soon as the payment is confirmed (VPS-01). */
export function VisitPaymentSuccess() {
  const { isLoaded } = useDraft();
  return <VisitPage>{isLoaded ? <Visit /> : LOADING}</VisitPage>;
}

function Visit() {
  const { appointment, isUnpaid, isLoading, mayTryAgain, checkAgain } = usePaidVisit();

  if (isLoading) return LOADING;
  if (appointment && isUnpaid)
    return <Redirect to={ofOrder(paths.visitCancelled, appointment.order_id)} replace />;
  if (!appointment) return <NotFound onTryAgain={mayTryAgain ? checkAgain : null} />;
  return <ByStatus {...{ appointment, checkAgain }} />;
}

type ByStatusProps = {
  appointment: Appointment;
  checkAgain: () => void;
};

function ByStatus({ appointment, checkAgain }: ByStatusProps) {
  switch (appointment.status) {
    case "confirmed":
      return <ConfirmedVisit appointment={appointment} />;
    case "held":
      return <StillConfirming orderId={appointment.order_id} onCheckAgain={checkAgain} />;
    case "needs_new_date":
      return (
        <ChooseAgain
          title={m.payment_visit_finalize_new_date_title()}
          text={m.payment_visit_finalize_new_date()}
        />
      );
    case "expired":
      return (
        <ChooseAgain title={m.payment_visit_paid_over_title()} text={m.payment_visit_paid_over()} />
      );
    case "cancelled":
      return (
        <ChooseAgain
          title={m.payment_visit_finalize_cancelled_title()}
          text={m.payment_visit_finalize_cancelled()}
        />
      );
  }
}

const LOADING = <Loading label={m.payment_visit_paid_loading()} className="min-h-[50dvh]" />;

function NotFound({ onTryAgain }: { onTryAgain: (() => void) | null }) {
  return (
    <>
      <StepHeading
        title={m.payment_visit_paid_missing_title()}
        lead={m.payment_visit_paid_missing()}
      />
      <p>
        {m.payment_visit_paid_missing_help()} <a href={telHref(company.phone)}>{company.phone}</a>
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {onTryAgain && (
          <Button className="max-xs:flex-[1_1_100%]" onClick={onTryAgain}>
            {m.try_again()}
          </Button>
        )}
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" href={paths.home}>
          {m.payment_visit_paid_home()}
        </Button>
      </div>
    </>
  );
}

type StillConfirmingProps = { orderId: string; onCheckAgain: () => void };

function StillConfirming({ orderId, onCheckAgain }: StillConfirmingProps) {
  return (
    <>
      <StepHeading
        title={m.payment_visit_paid_pending_title()}
        lead={m.payment_visit_paid_pending()}
      />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          variant="cta-green"
          size="lg"
          onClick={onCheckAgain}
        >
          {m.payment_visit_paid_check_again()}
        </Button>
      </div>
      <p>
        {m.payment_visit_paid_pending_back()}{" "}
        <a href={ofOrder(paths.wizard.finalize, orderId)}>
          {m.payment_visit_paid_pending_back_link()}
        </a>
      </p>
    </>
  );
}

const ChooseAgain = ({ title, text }: { title: string; text: string }) => (
  <>
    <StepHeading title={title} />
    <Notice tone="warning" action={<ChooseDay />}>
      {text}
    </Notice>
  </>
);

const Confetti = lazy(async () => ({
  default: (await import("#features/confetti/confetti.tsx")).Confetti,
}));

/** The confirmed appointment: technician, address, time and confirmation number (VPS-01). */
function ConfirmedVisit({ appointment }: { appointment: Appointment }) {
  const { customer, order_location } = appointment.order;
  const address = order_location.formatted_address;

  useConfirmedDraft(appointment.order_id);
  useEffect(() => trackReservation(appointment.order_id), [appointment.order_id]);
  const sent = useSent("date_confirmed", appointment.order_id);
  if (!sent) return LOADING;

  return (
    <>
      <Suspense>
        <Confetti />
      </Suspense>
      <StepHeading
        look="success"
        title={m.payment_visit_paid_thanks()}
        lead={
          firstName(customer.name)
            ? m.payment_visit_paid_greeting_name({ name: firstName(customer.name) })
            : m.payment_visit_paid_greeting()
        }
      />
      <PhotosFirst text={sent.sms} />
      <Technician technician={appointment.technician} reach={reachOf(sent)} />
      <Card>
        <dl className="grid gap-4">
          <Fact name={m.payment_visit_paid_type()} value={m.payment_visit_paid_type_value()} />
          <Fact name={m.payment_visit_paid_date()} value={longDay(dayOf(appointment.start_at))} />
          <Fact name={m.payment_visit_paid_window()} value={windowWithHours(appointment)} />
          <Fact name={m.payment_visit_paid_address()} value={address} />
          <Fact name={m.payment_visit_paid_number()} value={appointment.code} />
        </dl>
      </Card>
      <KeepAndForward appointment={appointment} />
      <StaticMap address={address} />
      <ul className="grid gap-2">
        {sent.email && (
          <Told
            icon="mail"
            outcome={sent.email}
            text={m.payment_visit_paid_mail({ outcome: sent.email, email: customer.email })}
          />
        )}
        {sent.sms && (
          <Told
            icon="message"
            outcome={sent.sms}
            text={m.payment_visit_paid_text({
              outcome: sent.sms,
              phone: formatPhone(customer.phone),
            })}
          />
        )}
      </ul>
      <section>
        <h2 className="text-xl">{m.what_happens_next()}</h2>
        <ol className="mt-2 grid list-decimal gap-2 ps-5">
          {[
            m.payment_visit_paid_next_steps_1(),
            m.payment_visit_paid_next_steps_2({ turnaround: photoReview }),
            m.payment_visit_paid_next_steps_3(),
            m.payment_visit_paid_next_steps_4(),
            m.payment_visit_paid_next_steps_5(),
          ].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" href={paths.home}>
          {m.payment_visit_paid_home()}
        </Button>
        <Button
          className="max-xs:flex-[1_1_100%]"
          variant="link"
          href={ofThisOrder(paths.myBooking)}
        >
          {m.payment_visit_paid_my_booking()}
        </Button>
      </div>
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm leading-[1.4] text-quiet">{name}</dt>
    <dd className="leading-[1.4] font-semibold wrap-anywhere">{value}</dd>
  </div>
);

type ToldProps = {
  icon: "mail" | "message";
  outcome: BookingMessage["outcome"];
  text: string;
};

/** What became of the confirmation by one channel; where it did not leave, where to read it. */
const Told = ({ icon, outcome, text }: ToldProps) => (
  <li className="grid grid-cols-[auto_1fr] gap-3 wrap-anywhere">
    <Icon className={isLeaving(outcome) ? "text-success" : "text-quiet"} name={icon} />
    <span>
      {text}
      {!isLeaving(outcome) && (
        <>
          {" "}
          <a href={ofThisOrder(paths.myMessages)}>{m.payment_visit_paid_read_it()}</a>
        </>
      )}
    </span>
  </li>
);

type TechnicianProps = { technician: Appointment["technician"]; reach: Reach };

function Technician({ technician, reach }: TechnicianProps) {
  return (
    <Card tone="sunken">
      <div className="grid grid-cols-[auto_1fr] items-center gap-3.5">
        <Icon name="user" size="lg" />
        {technician ? (
          <div>
            <h2 className="text-xl">{m.payment_visit_paid_technician()}</h2>
            <p>{technician.name}</p>
            <a className="inline-flex min-h-target items-center" href={telHref(technician.phone)}>
              {formatPhone(technician.phone)}
            </a>
          </div>
        ) : (
          <p>{m.technician_pending({ reach })}</p>
        )}
      </div>
    </Card>
  );
}
