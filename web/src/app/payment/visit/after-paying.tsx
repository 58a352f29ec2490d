/** What the thank-you page offers: the photos first, then everything to keep or to pass on. */
import type { MouseEvent } from "react";
import { type BookingMessage, calendarFile, feeReceipt, useMoney } from "#api/my-booking.ts";
import { photosTake } from "#business/terms.ts";
import { visitHours } from "#business/windows.ts";
import { company } from "#content/company.ts";
import { BookingHandoff } from "#features/booking-handoff/booking-handoff.tsx";
import { dayOf, longDay } from "#lib/dates.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { ofThisOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Appointment } from "./use-paid-visit.ts";

type PhotosFirstProps = { text: BookingMessage["outcome"] | undefined };

/** The next thing to do. On a computer a QR code moves it to the phone. `text`: that with the link. */
export function PhotosFirst({ text }: PhotosFirstProps) {
  return (
    <section className="grid gap-4" aria-labelledby="photos-first">
      <div className="grid gap-1">
        <h2 className="text-xl" id="photos-first">
          {m.payment_visit_paid_photos_title()}
        </h2>
        <p>{m.payment_visit_paid_photos({ minutes: photosTake })}</p>
      </div>
      <div className="grid gap-1">
        <Button
          className="justify-self-start max-xs:justify-self-stretch"
          variant="cta-green"
          size="lg"
          href={ofThisOrder(paths.photos)}
        >
          {m.payment_visit_paid_photos_now()}
        </Button>
        <p className="text-sm text-quiet">
          {m.payment_visit_paid_photos_later({ outcome: text ?? "none" })}
        </p>
      </div>
      <BookingHandoff page="photos" text={m.payment_visit_paid_photos_phone()} />
    </section>
  );
}

const WIDE = "max-xs:flex-[1_1_100%]";

/** The calendar file, the receipt of a fee that was paid, and the facts for somebody else. */
export function KeepAndForward({ appointment }: { appointment: Appointment }) {
  const facts = factsOf(appointment);
  const { data: money } = useMoney();

  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <Button className={WIDE} variant="outline" href={calendarFile()}>
        <Icon name="calendar" size="sm" />
        {m.appointment_booked_calendar()}
      </Button>
      {money?.has_fee_receipt && (
        <Button className={WIDE} variant="outline" href={feeReceipt()}>
          <Icon name="document" size="sm" />
          {m.payment_visit_paid_receipt()}
        </Button>
      )}
      <Button
        className={WIDE}
        variant="outline"
        href={mailtoOf(facts)}
        onClick={(event) => share(event, facts)}
      >
        <Icon name="mail" size="sm" />
        {m.payment_visit_paid_forward()}
      </Button>
    </div>
  );
}

type Facts = { title: string; text: string };

// No link to the booking: whoever has it can change the booking.
function factsOf({ start_at, end_at, order, code }: Appointment): Facts {
  return {
    title: m.payment_visit_paid_forward_subject({ day: longDay(dayOf(start_at)) }),
    text: m.payment_visit_paid_forward_text({
      day: longDay(dayOf(start_at)),
      hours: visitHours({ start_at, end_at }),
      address: order.order_location.formatted_address,
      code,
      companyName: company.name,
      phone: company.phone,
    }),
  };
}

const mailtoOf = ({ title, text }: Facts): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;

// Where the browser has no menu for sharing, the link opens an email.
function share(event: MouseEvent, facts: Facts): void {
  if (!navigator.share) return;
  event.preventDefault();
  navigator.share(facts).catch(logQuietly("not shared"));
}
