import type { MyBooking } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { bookingWords as words } from "./copy.ts";
import { Street } from "./street.tsx";

export function BookingHead({ booking }: { booking: MyBooking }) {
  const { customer, address, number, timeline } = booking;
  const done = timeline.filter(({ state }) => state === "done").length;

  useDocumentTitle(`${words.page} | ${company.name}`);

  return (
    <div className="on-night relative overflow-hidden px-gutter pt-4 pb-30">
      <div className="relative mx-auto grid max-w-272 gap-1 pb-18">
        <h1>{words.hello(firstName(customer.name))}</h1>
        <p className="wrap-anywhere">{address}</p>
        {number && (
          <p className="text-sm text-quiet">
            {words.number} <span className="inline-block tabular-nums wrap-anywhere">{number}</span>
          </p>
        )}
      </div>
      <Street lit={done} />
    </div>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? "";
