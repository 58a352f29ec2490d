/** The visitor's newest appointment; asked for again while its payment is still on the way (VPS-01). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#lib/api/client.ts";

export type Appointment = Schemas["AppointmentOut"];

const LOADING_AT_LEAST_MS = 1000; // spec §9
const POLL_MS = 2000;
const POLL_AT_MOST_MS = 30_000;

export function useLatestAppointment(email: string) {
  const [began, setBegan] = useState(Date.now);
  const isSettled = usePassed(began, LOADING_AT_LEAST_MS);
  const hasWaited = usePassed(began, POLL_AT_MOST_MS);

  const query = useQuery({
    queryKey: ["latest-appointment", email],
    queryFn: () => unwrap(api.GET("/api/appointments/latest", { params: { query: { email } } })),
    enabled: email !== "",
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === "held" && Date.now() - began < POLL_AT_MOST_MS ? POLL_MS : false,
  });

  const isWaiting = query.data?.status === "held" && !hasWaited;
  const checkAgain = () => {
    setBegan(Date.now());
    void query.refetch();
  };
  return {
    appointment: query.data ?? null,
    isLoading: !isSettled || (email !== "" && query.isPending) || isWaiting,
    checkAgain,
  };
}

/** Turns true once the time since `began` has passed. */
function usePassed(began: number, ms: number): boolean {
  const [passed, setPassed] = useState<number | null>(null);

  useEffect(() => {
    const wait = setTimeout(() => setPassed(began), Math.max(0, began + ms - Date.now()));
    return () => clearTimeout(wait);
  }, [began, ms]);

  return passed === began;
}
