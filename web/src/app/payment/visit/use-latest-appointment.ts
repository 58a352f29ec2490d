import { useQuery } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { pollAtLeast } from "../poll.ts";

export type Appointment = Schemas["AppointmentOut"];

const LOADING_AT_LEAST_MS = 1000;
const POLL_AT_MOST_MS = 30_000;

/** The visitor's latest appointment, polled while its payment is not confirmed yet (VPS-01). */
export function useLatestAppointment(email: string) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ["latest-appointment", email],
    queryFn: ({ signal }) =>
      pollAtLeast(async () => (email ? latestOf(email) : null), {
        isWaiting: (appointment) => appointment?.status === "held",
        atLeastMs: LOADING_AT_LEAST_MS,
        atMostMs: POLL_AT_MOST_MS,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { appointment: data ?? null, isLoading: isFetching, checkAgain: () => void refetch() };
}

// Any failure counts as no appointment (VPS-01.7).
async function latestOf(email: string): Promise<Appointment | null> {
  try {
    return await unwrap(api.GET("/api/appointments/latest", { params: { query: { email } } }));
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}
