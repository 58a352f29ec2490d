import { useQuery } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";
import { readInstallationComplete } from "#draft/installation-complete.ts";
import { readDraft } from "#draft/use-draft.ts";
import { ofOrder, orderInAddress } from "#lib/order-address.ts";
import { pollAtLeast } from "../poll.ts";

export type Appointment = Schemas["AppointmentOut"];

const LOADING_AT_LEAST_MS = 1000;
const POLL_AT_MOST_MS = 30_000;

/**
 * The appointment that the page is about, polled while its payment is not confirmed yet (VPS-01):
 * that of the checkout from which the visitor comes, whatever else this browser has booked.
 */
export function usePaidVisit() {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ["paid-visit"] satisfies Key,
    queryFn: async ({ signal }) => {
      const load = visitToLoad();
      if (!load) return { visit: null, mayTryAgain: false };
      const visit = await pollAtLeast(() => quietly(load), {
        isWaiting: (visit) => visit?.appointment.status === "held" && !visit.isUnpaid,
        atLeastMs: LOADING_AT_LEAST_MS,
        atMostMs: POLL_AT_MOST_MS,
        signal,
      });
      if (visit) nameInAddress(visit.appointment.order_id);
      return { visit, mayTryAgain: true };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    appointment: data?.visit?.appointment ?? null,
    isUnpaid: data?.visit?.isUnpaid ?? false,
    mayTryAgain: data?.mayTryAgain ?? false,
    isLoading: isFetching,
    checkAgain: () => void refetch(),
  };
}

/** `isUnpaid`: the card provider has just said so of the checkout from which the visitor comes. */
type Visit = { appointment: Appointment; isUnpaid?: boolean };
type Load = () => Promise<Visit | null>;

// By the checkout's session, the order in the address, the order that this tab reserved, and only
// where none is known by the email. Null where not even that is.
function visitToLoad(): Load | null {
  const sessionId = new URLSearchParams(location.search).get("sessionId");
  if (sessionId) return () => visitOfCheckout(sessionId);
  const draft = readDraft();
  const orderId =
    orderInAddress() ?? draft.wizard.order_id ?? readInstallationComplete()?.orderData.orderId;
  if (orderId) return () => visitOfOrder(orderId);
  const email = draft.customer.contact.email.trim();
  return email ? () => latestOf(email) : null;
}

async function visitOfCheckout(sessionId: string): Promise<Visit | null> {
  const params = { path: { stripe_session_id: sessionId } };
  const { appointment, status } = await unwrap(
    api.GET("/api/checkout-sessions/{stripe_session_id}/order", { params }),
  );
  return appointment && { appointment, isUnpaid: status === "unpaid" };
}

async function visitOfOrder(orderId: string): Promise<Visit | null> {
  const params = { query: { order: orderId } };
  const { id, code, customer, address, appointment } = await unwrap(
    api.GET("/api/my-booking", { params }),
  );
  if (!appointment) return null;
  return {
    appointment: {
      ...appointment,
      assigned_to: null,
      order_id: id,
      code,
      order: { id, customer, order_location: { formatted_address: address } },
    },
  };
}

const latestOf = async (email: string): Promise<Visit> => ({
  appointment: await unwrap(api.GET("/api/appointments/latest", { params: { query: { email } } })),
});

// Any failure counts as no appointment (VPS-01.7).
async function quietly(load: Load): Promise<Visit | null> {
  try {
    return await load();
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

// In place of the checkout's session, which would show the payment to whoever gets the address.
const nameInAddress = (orderId: string): void =>
  history.replaceState(history.state, "", ofOrder(location.pathname, orderId));
