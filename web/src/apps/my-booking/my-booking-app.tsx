import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { GetHelp } from "#features/get-help/get-help.tsx";
import { paths } from "#lib/paths.ts";
import { BookingPage } from "./booking-page.tsx";
import { bookingWords as words } from "./copy.ts";
import { PageBoundary } from "./page-boundary.tsx";
import "./my-booking.css";

export const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

/** /my-booking: one order from its reservation to power-on (BOOK-04). */
export default function MyBookingApp() {
  return (
    <QueryClientProvider client={queries}>
      <header className="booking-bar on-night">
        <div className="booking-bar__row">
          <a className="booking-bar__logo" href={paths.home} aria-label={words.home}>
            Standby
          </a>
          <GetHelp label={words.help} />
        </div>
      </header>
      <main className="booking" id="content">
        <PageBoundary>
          <BookingPage />
        </PageBoundary>
      </main>
    </QueryClientProvider>
  );
}
