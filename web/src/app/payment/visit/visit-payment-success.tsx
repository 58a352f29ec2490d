import { lazy, Suspense, useEffect } from "react";
import { windowWithHours } from "#business/windows.ts";
import { company } from "#content/company.ts";
import { useDraft } from "#draft/use-draft.ts";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { dayOf, longDay } from "#lib/dates.ts";
import { firstName } from "#lib/names.ts";
import { paths } from "#lib/paths.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Loading } from "../../loading.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { loadAdsTagOnce } from "./ads-tag.ts";
import { type Appointment, useLatestAppointment } from "./use-latest-appointment.ts";
import { ChooseDay, VisitPage } from "./visit-page.tsx";

/** Back from the card page: the appointment, as soon as the payment is confirmed (VPS-01). */
export function VisitPaymentSuccess() {
  const { draft, isLoaded } = useDraft();

  useEffect(() => {
    history.replaceState(history.state, "", location.pathname);
  }, []);

  return (
    <VisitPage>
      {isLoaded ? (
        <Visit
          email={draft.customer.contact.email.trim()}
          windowLabel={draft.scheduling.selected_time_window?.label}
        />
      ) : (
        LOADING
      )}
    </VisitPage>
  );
}

type VisitProps = { email: string; windowLabel: string | undefined };

function Visit({ email, windowLabel }: VisitProps) {
  const { appointment, isLoading, checkAgain } = useLatestAppointment(email);

  if (isLoading) return LOADING;
  if (!appointment) return <NotFound onTryAgain={email ? checkAgain : null} />;
  return <ByStatus {...{ appointment, windowLabel, checkAgain }} />;
}

type ByStatusProps = {
  appointment: Appointment;
  windowLabel: string | undefined;
  checkAgain: () => void;
};

function ByStatus({ appointment, windowLabel, checkAgain }: ByStatusProps) {
  switch (appointment.status) {
    case "confirmed":
      return <ConfirmedVisit appointment={appointment} windowLabel={windowLabel} />;
    case "held":
      return <StillConfirming onCheckAgain={checkAgain} />;
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

function StillConfirming({ onCheckAgain }: { onCheckAgain: () => void }) {
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
        <a href={paths.wizard.finalize}>{m.payment_visit_paid_pending_back_link()}</a>
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

const Confetti = lazy(async () => {
  const { Confetti } = await import("#features/confetti/confetti.tsx");
  return { default: Confetti };
});

type ConfirmedVisitProps = { appointment: Appointment; windowLabel: string | undefined };

/** The confirmed appointment: technician, address, time and confirmation number (VPS-01). */
function ConfirmedVisit({ appointment, windowLabel }: ConfirmedVisitProps) {
  const { customer, order_location } = appointment.order;
  const address = order_location.formatted_address;

  useEffect(() => {
    loadAdsTagOnce();
  }, []);

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
      <Technician technician={appointment.technician} />
      <Card>
        <dl className="grid gap-4">
          <Fact name={m.payment_visit_paid_type()} value={m.payment_visit_paid_type_value()} />
          <Fact name={m.payment_visit_paid_date()} value={longDay(dayOf(appointment.start_at))} />
          <Fact
            name={m.payment_visit_paid_window()}
            value={windowLabel || windowWithHours(appointment.time_window)}
          />
          <Fact name={m.payment_visit_paid_address()} value={address} />
          <Fact name={m.payment_visit_paid_number()} value={appointment.id} />
        </dl>
      </Card>
      <StaticMap address={address} />
      <ul className="grid gap-2">
        <Sent icon="mail" text={m.payment_visit_paid_mail_sent({ email: customer.email })} />
        <Sent
          icon="message"
          text={m.payment_visit_paid_text_sent({ phone: formatPhone(customer.phone) })}
        />
      </ul>
      <section>
        <h2 className="text-xl">{m.what_happens_next()}</h2>
        <ol className="mt-2 grid list-decimal gap-2 ps-5">
          {[
            m.payment_visit_paid_next_steps_1(),
            m.payment_visit_paid_next_steps_2(),
            m.payment_visit_paid_next_steps_3(),
          ].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" href={paths.home}>
          {m.payment_visit_paid_home()}
        </Button>
        <Button className="max-xs:flex-[1_1_100%]" variant="link" href={paths.myBooking}>
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

const Sent = ({ icon, text }: { icon: "mail" | "message"; text: string }) => (
  <li className="grid grid-cols-[auto_1fr] gap-3 wrap-anywhere">
    <Icon className="text-success" name={icon} />
    <span>{text}</span>
  </li>
);

function Technician({ technician }: { technician: Appointment["technician"] }) {
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
          <p>{m.technician_pending()}</p>
        )}
      </div>
    </Card>
  );
}
