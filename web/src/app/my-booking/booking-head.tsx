import { useEffect } from "react";
import type { MyBooking } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { bookingWords as words } from "./copy.ts";
import { Street } from "./street.tsx";

export function BookingHead({ booking }: { booking: MyBooking }) {
  const { customer, address, number, timeline } = booking;
  const done = timeline.filter(({ state }) => state === "done").length;

  useEffect(() => {
    document.title = `${words.page} | ${company.name}`;
  }, []);

  return (
    <div className="booking-head on-night">
      <div className="booking-head__inner">
        <h1>{words.hello(firstName(customer.name))}</h1>
        <p className="booking-head__address">{address}</p>
        {number && (
          <p className="booking-head__number">
            {words.number} <span>{number}</span>
          </p>
        )}
      </div>
      <Street lit={done} />
    </div>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";
