import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { type BookingSummary, hasBookings, useMyBookings } from "#api/my-booking.ts";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { useDraft } from "#draft/use-draft.ts";
import { ofOrder, orderIn } from "#lib/order-address.ts";

/**
 * The id of the order that the page is about: the one that its address names, else the one that this
 * tab reserved, else the one that the server knows of this browser, unpaid days first. The rest
 * comes from the server, and the address names it from then on.
 */
export function useReservedOrder() {
  const { draft, isLoaded } = useDraft();
  const [path, navigate] = useLocation();
  const named = orderIn(useSearch());
  const reserved = draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;
  const isUnknown = isLoaded && !named && !reserved && hasBookings();
  const { data: bookings, isLoading } = useMyBookings({ enabled: isUnknown });
  const orderId = isLoaded ? (named ?? reserved ?? unpaidFirst(bookings ?? [])?.id) : undefined;

  useEffect(() => {
    if (!orderId || orderIn(location.search)) return;
    navigate(ofOrder(path, orderId), { replace: true, state: history.state });
  }, [navigate, orderId, path]);

  return { isLoaded: isLoaded && !isLoading, orderId };
}

const unpaidFirst = (bookings: readonly BookingSummary[]): BookingSummary | undefined =>
  bookings.find(({ held_until }) => held_until) ?? bookings[0];
