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

  useEffect(() => loadAdsTagOnce(), []);

  return (
    <>
      <Suspense>
        <Confetti />
      </Suspense>
      <div className="visit__thanks">
        <StepHeading title={words.thanks} lead={words.greeting(firstName(customer.name))} />
      </div>
      <Technician technician={appointment.technician} />
      <Card>
        <dl className="visit__facts">
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
      <ul className="visit__sent">
        <Sent icon="mail" text={words.mailSent(customer.email)} />
        <Sent icon="message" text={words.textSent(formatPhone(customer.phone))} />
      </ul>
      <section>
        <h2>{words.next}</h2>
        <ol className="visit__steps">
          {words.nextSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <div className="visit__ways">
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
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const Sent = ({ icon, text }: { icon: "mail" | "message"; text: string }) => (
  <li>
    <Icon className="text-success" name={icon} />
    <span>{text}</span>
  </li>
);

function Technician({ technician }: { technician: Appointment["technician"] }) {
  return (
    <Card tone="sunken">
      <div className="visit__technician">
        <Icon name="user" size="lg" />
        {technician ? (
          <div>
            <h2>{words.technician}</h2>
            <p>{technician.name}</p>
            <a href={telHref(technician.phone)}>{formatPhone(technician.phone)}</a>
          </div>
        ) : (
          <p>{words.technicianPending}</p>
        )}
      </div>
    </Card>
  );
}
