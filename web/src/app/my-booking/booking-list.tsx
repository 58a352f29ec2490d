import type { BookingSummary } from "#api/my-booking.ts";
import { feeName } from "#business/terms.ts";
import { visitHours } from "#business/windows.ts";
import { company } from "#content/company.ts";
import { longDay, untilWords } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";

/** The bookings of a visitor who has several, each with its day, price and what to do (TRUTH-02). */
export function BookingList({ bookings }: { bookings: readonly BookingSummary[] }) {
  useDocumentTitle(`${m.my_bookings_title()} | ${company.name}`);

  return (
    <div className="mx-auto grid max-w-168 gap-6 px-gutter pt-8 pb-16 lg:pt-12">
      <div className="grid gap-2">
        <h1 className="text-2xl">{m.my_bookings_title()}</h1>
        <p className="text-quiet">{m.my_bookings_lead({ count: bookings.length })}</p>
      </div>
      <ul className="grid list-none gap-4 p-0">
        {bookings.map((booking) => (
          <Booking key={booking.id} booking={booking} />
        ))}
      </ul>
    </div>
  );
}

function Booking({ booking }: { booking: BookingSummary }) {
  const { id, code, address, total_cents, next_step } = booking;

  return (
    <li className="grid min-w-0 gap-4 rounded-md border border-line bg-surface-raised p-[clamp(1.25rem,1rem+1.5vw,2rem)]">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg leading-snug wrap-anywhere">{address}</h2>
        <span className="text-sm text-quiet tabular-nums">{code}</span>
      </div>
      <Day booking={booking} />
      <dl className="grid gap-2">
        <Fact name={m.my_bookings_total()} value={dollarsAndCents(total_cents)} />
        <Fact
          name={m.my_bookings_next()}
          value={m.my_bookings_next_steps({ step: next_step, fee: feeName })}
        />
      </dl>
      <div>
        <Button href={ofOrder(paths.myBooking, id)}>{m.my_bookings_open({ code })}</Button>
      </div>
    </li>
  );
}

function Day({ booking: { day, start_at, end_at, visit_status, held_until } }: BookingProps) {
  if (!day || !start_at || !end_at || !visit_status) return null;
  const isOver = visit_status === "held" && !held_until;
  return (
    <div className="grid justify-items-start gap-1">
      <p>
        <strong>{longDay(day)}</strong>, {visitHours({ start_at, end_at })}
      </p>
      <Badge tone={visit_status === "confirmed" ? "success" : "warning"}>
        {held_until
          ? m.my_bookings_held({ time: untilWords(held_until) })
          : m.appointment_booked_badges({ status: isOver ? "expired" : visit_status })}
      </Badge>
    </div>
  );
}

type BookingProps = { booking: BookingSummary };

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm leading-[1.4] text-quiet">{name}</dt>
    <dd className="leading-[1.4] font-semibold">{value}</dd>
  </div>
);
