import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { LogoLink } from "../logo-link.tsx";
import { BookingPage, STATE } from "./booking-page.tsx";
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
