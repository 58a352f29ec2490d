import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { Problem } from "#api/client.ts";
import { useBookingRefresh, useMyBooking } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { usePageReturn } from "#ui/use-page-return.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { Loading } from "../loading.tsx";
import { LogoLink } from "../logo-link.tsx";
import { Booking } from "./booking.tsx";
import { bookingWords as words } from "./copy.ts";

/** /my-booking: one order from reservation to power-on (BOOK-04). */
export default function MyBookingApp() {
  return (
    <>
      <header className="on-night relative z-1 px-gutter">
        <div className="mx-auto flex max-w-272 items-center justify-between gap-4 py-2">
          <LogoLink label={words.home} />
          <Button variant="outline" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
        </div>
      </header>
      <main className="bg-surface-sunken" id="content">
        <ErrorBoundary name="my booking" className={STATE} words={words}>
          <BookingPage />
        </ErrorBoundary>
      </main>
    </>
  );
}

/** The booking, its loading state, or the reason it cannot be shown. */
function BookingPage() {
  const { data: booking, error, refetch } = useMyBooking();
  const reload = useBookingRefresh();
  const isLinkExpired = new URLSearchParams(useSearch()).get("link") === EXPIRED;
  usePageReturn(reload);

  if (error instanceof Problem && error.status === 404)
    return <Missing isExpired={isLinkExpired} />;
  if (booking) return <Booking booking={booking} reload={reload} isLinkExpired={isLinkExpired} />;
  if (error) return <Failed onTryAgain={() => void refetch()} />;
  return <Loading label={words.loading} className="min-h-[60dvh]" />;
}

// The server redirects expired access links here with this parameter.
const EXPIRED = "expired";

const Missing = ({ isExpired }: { isExpired: boolean }) => (
  <State title={isExpired ? words.expiredTitle : words.missingTitle}>
    <p>{isExpired ? words.expired : words.missing}</p>
    <p>
      {words.newLink} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
    <div>
      <Button href={paths.wizard.address}>{words.startAgain}</Button>
    </div>
  </State>
);

const Failed = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <State title={words.failedTitle}>
    <p role="alert">
      {words.failed} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
    <div>
      <Button onClick={onTryAgain}>{words.tryAgain}</Button>
    </div>
  </State>
);

/** Look of a message in place of the booking. */
const STATE = "mx-auto grid max-w-168 gap-4 px-gutter pt-12 pb-16 [&>h1]:text-2xl";

const State = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={STATE}>
    <h1>{title}</h1>
    {children}
  </div>
);
