import { hasBookings, type MyBooking, useMyBookings } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { firstName } from "#lib/names.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { useDocumentTitle } from "#ui/use-document-title.ts";

export function BookingHead({ booking }: { booking: MyBooking }) {
  const { customer, address, code, timeline, status } = booking;
  const done = status === "cancelled" ? 0 : timeline.filter(({ state }) => state === "done").length;

  useDocumentTitle(`${m.my_booking_page()} | ${company.name}`);

  return (
    <div className="on-night relative overflow-hidden px-gutter pt-4 pb-30 print:p-0">
      <div className="relative mx-auto grid max-w-272 gap-1 pb-18 print:pb-4">
        <h1>
          {firstName(customer.name)
            ? m.my_booking_hello_name({ name: firstName(customer.name) })
            : m.my_booking_hello()}
        </h1>
        <p className="wrap-anywhere">{address}</p>
        <p className="text-sm text-quiet">
          {m.my_booking_number()} <strong className="tabular-nums">{code}</strong>
          <AllBookings />
        </p>
      </div>
      <Street lit={done} />
    </div>
  );
}

/** The way to the list, of a browser with several bookings; beside the code, so that nothing moves. */
function AllBookings() {
  const { data: bookings = [] } = useMyBookings({ enabled: hasBookings() });
  if (bookings.length < 2) return null;
  return (
    <a className="-my-1 ms-4 inline-block py-1" href={paths.myBooking}>
      {m.my_bookings_all()}
    </a>
  );
}

// In the order in which they light up.
const PANES = [
  { x: 300, y: 74 },
  { x: 314, y: 74 },
  { x: 300, y: 88 },
  { x: 314, y: 88 },
  { x: 346, y: 74 },
  { x: 360, y: 74 },
  { x: 346, y: 88 },
  { x: 360, y: 88 },
] as const;

const DARK_STREET =
  "M0 120V84l26-20 26 20v36h14V72l34-26 34 26v48h18V90l22-16 22 16v30h20V78l20-16 20 16v42zm400 0V80l26-20 26 20v40h16V70l32-24 32 24v50h22V88l23-17 23 17v32z";

/** Decorative street with one house: one pane is lit per finished step. */
const Street = ({ lit }: { lit: number }) => (
  <svg
    className="absolute right-0 bottom-22 h-20 w-auto max-w-none print:hidden"
    viewBox="0 0 600 120"
    preserveAspectRatio="xMaxYMax meet"
    aria-hidden="true"
    focusable="false"
  >
    <path className="fill-surface-sunken" d={DARK_STREET} />
    <path className="fill-surface-raised" d="M284 120V66l52-36 52 36v54z" />
    {PANES.map(({ x, y }, index) => (
      <rect
        key={`${x} ${y}`}
        className={`transition-[fill] ${index < lit ? "fill-glow" : "fill-line"}`}
        x={x}
        y={y}
        width="11"
        height="11"
        rx="1"
      />
    ))}
  </svg>
);
