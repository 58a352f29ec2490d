import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { BookingPage } from "./booking-page.tsx";
import { bookingWords as words } from "./copy.ts";
import "./my-booking.css";

/** /my-booking: one order from reservation to power-on (BOOK-04). */
export default function MyBookingApp() {
  return (
    <>
      <header className="booking-bar on-night">
        <div className="booking-bar__row">
          <a className="booking-bar__logo" href={paths.home} aria-label={words.home}>
            {company.name}
          </a>
          <Button variant="outline" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
        </div>
      </header>
      <main className="booking" id="content">
        <ErrorBoundary name="my booking" className="booking__state" words={words}>
          <BookingPage />
        </ErrorBoundary>
      </main>
    </>
  );
}
