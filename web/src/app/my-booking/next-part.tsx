import type { MyBooking, NextStepKey } from "#api/my-booking.ts";
import { NextStep } from "#features/next-step/next-step.tsx";
import { ofOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";

type Way = { href?: string; onClick?: () => void };

type NextPartProps = { booking: MyBooking; onChooseDay: () => void; isNew?: boolean };

export function NextPart({ booking, onChooseDay, isNew = false }: NextPartProps) {
  const { key, by } = booking.next_step;
  return (
    <NextStep
      said={booking.next_step}
      by={key === "pay_milestone" ? by : null}
      actions={wayOf(key, booking, onChooseDay)}
      isNew={isNew}
    />
  );
}

const PLACES: Partial<Record<NextStepKey, string>> = {
  send_photos: paths.photos,
  retake_photos: paths.photos,
  decide_change: "#price",
  accept_proposal: "#proposal",
  pay_milestone: "#payments",
  done: "#review",
  cancelled: paths.wizard.address,
};

function wayOf(key: NextStepKey, booking: MyBooking, onChooseDay: () => void): Way | null {
  if (key === "choose_date" && booking.appointment?.status === "needs_new_date")
    return { onClick: onChooseDay };
  if (key === "pay_fee" || key === "choose_date")
    return { href: ofOrder(paths.wizard.finalize, booking.id) };
  if (key === "confirm") return { href: ofOrder(paths.wizard.confirm, booking.id) };
  const href = PLACES[key];
  if (href?.startsWith(paths.myBooking)) return { href: ofOrder(href, booking.id) };
  return href ? { href } : null;
}
