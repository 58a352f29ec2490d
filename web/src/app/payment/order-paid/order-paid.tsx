import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { copy } from "./copy.ts";
import { OrderSummary } from "./order-summary.tsx";
import { sessionInAddress } from "./session-in-address.ts";
import { usePaidOrder } from "./use-paid-order.ts";
import "./order-paid.css";

const Confetti = lazy(async () => {
  const { Confetti } = await import("#features/confetti/confetti.tsx");
  return { default: Confetti };
});

const STEPS = 5;
const REFERENCE_LENGTH = 12; // characters of the checkout session id that the page shows (OPS-01.5)

export default function OrderPaid() {
  const [sessionId, setSessionId] = useState<string | null>();

  useEffect(() => setSessionId(sessionInAddress()), []);

  return (
    <>
      <header className="paid-header">
        <Progress step={STEPS} of={STEPS} label={copy.progress} />
        <a className="paid-header__logo" href={paths.home} aria-label={copy.home}>
          {company.name}
        </a>
      </header>
      <main className="paid" id="content">
        {sessionId === undefined ? <Loading /> : <Paid sessionId={sessionId} />}
      </main>
    </>
  );
}

const Loading = () => (
  <p className="paid__loading">
    <Spinner label={copy.loading} />
    <span aria-hidden="true">{copy.loading}</span>
  </p>
);

function Paid({ sessionId }: { sessionId: string | null }) {
  const { order, isLoading, checkAgain } = usePaidOrder(sessionId);

  if (isLoading) return <Loading />;
  if (order?.status === "processing")
    return (
      <>
        <Thanks title={copy.onItsWayTitle}>{copy.onItsWay}</Thanks>
        <div className="paid__ways">
          <Button
            className="max-xs:flex-[1_1_100%] max-xs:justify-self-stretch"
            variant="cta-green"
            size="lg"
            onClick={checkAgain}
          >
            {copy.checkAgain}
          </Button>
          <BackHome />
        </div>
        <Support sessionId={sessionId} />
      </>
    );
  return (
    <>
      <Suspense>
        <Confetti />
      </Suspense>
      <div className="paid__success">
        <Thanks title={copy.title}>
          {order ? copy.lead(firstName(order.customer.name)) : copy.leadUnknown}
        </Thanks>
      </div>
      {order && <OrderSummary order={order} />}
      <Next />
      <Support sessionId={sessionId} />
      <div className="paid__ways">
        <BackHome />
        <Button
          className="max-xs:flex-[1_1_100%] max-xs:justify-self-stretch"
          variant="ghost"
          size="lg"
          href={paths.myBooking}
        >
          {copy.booking}
        </Button>
      </div>
    </>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";

function Thanks({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} | ${company.name}`;
  }, [title]);

  return (
    <div className="paid__thanks" role="status">
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}

const Next = () => (
  <section>
    <h2>{copy.next}</h2>
    <ol className="paid__steps">
      {copy.nextSteps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

function Support({ sessionId }: { sessionId: string | null }) {
  return (
    <section className="paid__support">
      <h2>{copy.support}</h2>
      <p>{copy.supportNote}</p>
      <p className="paid__contact">
        <a href={telHref(company.phone)}>{company.phone}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
      <p>{copy.hours}</p>
      {sessionId && (
        <p className="paid__reference">
          {copy.reference}: <code>{sessionId.slice(0, REFERENCE_LENGTH)}</code>
        </p>
      )}
    </section>
  );
}

const BackHome = () => (
  <Button
    className="max-xs:flex-[1_1_100%] max-xs:justify-self-stretch"
    variant="outline"
    size="lg"
    href={paths.city("houston")}
  >
    {copy.back}
  </Button>
);
