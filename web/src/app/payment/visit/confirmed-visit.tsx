import { lazy, Suspense, useEffect } from "react";
import { copy as orderWords } from "#features/order-summary/copy.ts";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { dayOf, longDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { StepHeading } from "../../wizard/step-heading.tsx";
import { loadAdsTagOnce } from "./ads-tag.ts";
import type { Appointment } from "./use-latest-appointment.ts";
import { paidWords as words } from "./visit-copy.ts";

const Confetti = lazy(async () => {
  const { Confetti } = await import("#features/confetti/confetti.tsx");
  return { default: Confetti };
});

type ConfirmedVisitProps = { appointment: Appointment; windowLabel: string | undefined };

/** The confirmed appointment: technician, address, time and confirmation number (VPS-01). */
export function ConfirmedVisit({ appointment, windowLabel }: ConfirmedVisitProps) {
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
        title={words.thanks}
        lead={words.greeting(firstName(customer.name))}
      />
      <Technician technician={appointment.technician} />
      <Card>
        <dl className="grid gap-4">
          <Fact name={words.type} value={words.typeValue} />
          <Fact name={words.date} value={longDay(dayOf(appointment.start_at))} />
          <Fact
            name={words.window}
            value={windowLabel || orderWords.windows[appointment.time_window]}
          />
          <Fact name={words.address} value={address} />
          <Fact name={words.number} value={appointment.id} />
        </dl>
      </Card>
      <StaticMap address={address} />
      <ul className="grid gap-2">
        <Sent icon="mail" text={words.mailSent(customer.email)} />
        <Sent icon="message" text={words.textSent(formatPhone(customer.phone))} />
      </ul>
      <section>
        <h2 className="text-xl">{words.next}</h2>
        <ol className="mt-2 grid list-decimal gap-2 ps-5">
          {words.nextSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" href={paths.home}>
          {words.home}
        </Button>
        <Button className="max-xs:flex-[1_1_100%]" variant="link" href={paths.myBooking}>
          {words.myBooking}
        </Button>
      </div>
    </>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";

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
            <h2 className="text-xl">{words.technician}</h2>
            <p>{technician.name}</p>
            <a className="inline-flex min-h-target items-center" href={telHref(technician.phone)}>
              {formatPhone(technician.phone)}
            </a>
          </div>
        ) : (
          <p>{words.technicianPending}</p>
        )}
      </div>
    </Card>
  );
}
