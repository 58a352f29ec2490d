import type { MyBooking, NextStepKey } from "#api/my-booking.ts";
import { keepInstallationComplete } from "#draft/installation-complete.ts";
import { NextStep, type NextStepFacts } from "#features/next-step/next-step.tsx";
import { longDay, timeOf } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";

type Way = { href?: string; onClick?: () => void };

type NextPartProps = { booking: MyBooking; onChooseDay: () => void };

export function NextPart({ booking, onChooseDay }: NextPartProps) {
  const { key, by } = booking.next_step;
  return (
    <NextStep
      step={key}
      by={key === "pay_milestone" ? by : null}
      facts={factsOf(booking)}
      actions={wayOf(key, booking, onChooseDay)}
    />
  );
}

function factsOf({ appointment, photos, generator }: MyBooking): NextStepFacts {
  const until = appointment?.hold_expires_at;
  return {
    heldUntil: until ? timeOf(until) : null,
    least: photos?.least ?? 5,
    retakeReason: photos?.retake_reason ?? "",
    day: appointment ? longDay(appointment.day) : null,
    hasOwnGenerator: generator === null,
    isPaid: appointment?.status === "needs_new_date",
  };
}

const PLACES: Partial<Record<NextStepKey, string>> = {
  send_photos: paths.photos,
  retake_photos: paths.photos,
  decide_change: "#price",
  accept_proposal: "#proposal",
  pay_milestone: "#payments",
  cancelled: paths.wizard.address,
};

function wayOf(key: NextStepKey, booking: MyBooking, onChooseDay: () => void): Way | null {
  if (key === "choose_date" && booking.appointment?.status === "needs_new_date")
    return { onClick: onChooseDay };
  if (key === "pay_fee" || key === "choose_date")
    return { href: paths.wizard.finalize, onClick: () => storeForPayment(booking) };
  if (key === "confirm")
    return { href: paths.wizard.confirm, onClick: () => storeForPayment(booking) };
  const href = PLACES[key];
  return href ? { href } : null;
}

// The payment pages read the order from session storage, also when it was reserved in another
// browser.
function storeForPayment({ id, number, price, appointment }: MyBooking): void {
  keepInstallationComplete(
    {
      orderId: id,
      appointmentId: number ?? "",
      holdExpiresAt: appointment?.hold_expires_at ?? null,
      totalCents: price.lines.total_cents,
      schedulingFeeCents: 0,
      status: appointment?.status ?? "held",
      nextPath: paths.wizard.finalize,
    },
    new Date(),
  );
}
