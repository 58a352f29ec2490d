import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { Problem } from "#api/client.ts";
import { useBookingRefresh, useMyBooking, useMyBookings } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { orderIn } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Icon } from "#ui/icon.tsx";
import { usePageReturn } from "#ui/use-page-return.ts";
import { Loading } from "../loading.tsx";
import { LogoLink } from "../logo-link.tsx";
import { Booking } from "./booking.tsx";
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
