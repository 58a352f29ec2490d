/** The visitor's latest appointment, polled while its payment is not confirmed yet (VPS-01). */
import { useEffect, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";

export type Appointment = Schemas["AppointmentOut"];

const LOADING_AT_LEAST_MS = 1000;
const POLL_MS = 2000;
const POLL_AT_MOST_MS = 30_000;

type Latest = { appointment: Appointment | null; isLoading: boolean };

const LOADING: Latest = { appointment: null, isLoading: true };

export function useLatestAppointment(email: string) {
  const [latest, setLatest] = useState(LOADING);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round fetches again.
  useEffect(() => {
    const controller = new AbortController();
    const startedAt = Date.now();
    const show = async () => {
      const appointment = email
        ? await settled(email, { startedAt, left: controller.signal })
        : null;
      await pause(startedAt + LOADING_AT_LEAST_MS - Date.now());
      if (!controller.signal.aborted) setLatest({ appointment, isLoading: false });
    };
    void show();
    return () => controller.abort();
  }, [email, attempt]);

  const checkAgain = () => {
    setLatest(LOADING);
    setAttempt(attempt + 1);
  };
  return { ...latest, checkAgain };
}

type Wait = { startedAt: number; left: AbortSignal };

// Polls until the appointment is no longer only held, or until the polling time is over.
async function settled(email: string, { startedAt, left }: Wait): Promise<Appointment | null> {
  let appointment = await latestOf(email);
  while (
    appointment?.status === "held" &&
    Date.now() - startedAt < POLL_AT_MOST_MS &&
    !left.aborted
  ) {
    await pause(POLL_MS);
    appointment = (await latestOf(email)) ?? appointment;
  }
  return appointment;
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
