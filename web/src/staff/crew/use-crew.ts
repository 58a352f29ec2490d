/** A technician's jobs and what waits to be sent, from this phone and from the server. */

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { Problem, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";
import { newId } from "#lib/ids.ts";
import { type Sent, sendWaiting, visitsWithWaiting, withWaiting } from "./crew-queue.ts";
import {
  type Command,
  type CrewJob,
  type CrewMember,
  putWaiting,
  removeWaiting,
  type StoredJobs,
  storedJobs,
  storeJobs,
  type Waiting,
  waitingOf,
} from "./crew-store.ts";

/** Who uses this phone; without a session they work with what is kept here. */
export type Crew = { member: CrewMember; isSignedIn: boolean };

export const CrewContext = createContext<Crew | null>(null);

export function useCrew(): Crew {
  const crew = use(CrewContext);
  if (!crew) throw new Error("Nobody of a crew is here.");
  return crew;
}

const FETCHED_EVERY_MS = 60_000;
const SENT_EVERY_MS = 15_000;

const { jobs: jobsKey, waiting: waitingKey, sending: sendingKey } = staffKeys.crew;

/** The jobs as last fetched; from the phone where the server cannot be reached. */
export function useStoredJobs() {
  const { member, isSignedIn } = useCrew();
  return useQuery({
    queryKey: staffKeys.crew.jobsFrom(member.id, isSignedIn),
    queryFn: () => (isSignedIn ? fetchedJobs(member.id) : keptJobs(member.id, null)),
    refetchInterval: FETCHED_EVERY_MS,
    refetchOnReconnect: "always",
    refetchOnWindowFocus: true,
    retry: false,
  });
}

async function fetchedJobs(userId: string): Promise<StoredJobs> {
  try {
    const jobs = await unwrap(
      staff.GET("/api/staff/crew/jobs", { signal: AbortSignal.timeout(SENT_EVERY_MS) }),
    );
    const stored = { userId, jobs, heardAtMs: Date.now() };
    await storeJobs(stored);
    return stored;
  } catch (failure) {
    return keptJobs(userId, failure);
  }
}

async function keptJobs(userId: string, failure: unknown): Promise<StoredJobs> {
  const stored = await storedJobs(userId);
  if (stored) return stored;
  throw failure ?? new Problem({ ...NOTHING_KEPT });
}

const NOTHING_KEPT = { code: "offline", status: 0, detail: "", errors: [], retryAfter: null };

export function useWaiting(): Waiting[] {
  const { member } = useCrew();
  const { data } = useQuery({
    queryKey: waitingKey(member.id),
    queryFn: () => waitingOf(member.id),
  });
  return data ?? [];
}

/** The jobs with everything that waits already in them, and which day is today. */
export function useJobs() {
  const query = useStoredJobs();
  const waiting = useWaiting();
  const jobs = query.data ? withWaiting(query.data.jobs, waiting) : null;
  // What a phone kept before there were visits has none.
  const visits = query.data ? visitsWithWaiting(query.data.jobs.visits ?? [], waiting) : null;
  return { ...query, jobs, visits, today: query.data?.jobs.today ?? "" };
}

/** Sends what waits: at once, when the connection is back, and every few seconds. */
export function useSending() {
  const { member, isSignedIn } = useCrew();
  const queries = useQueryClient();
  return useQuery({
    queryKey: sendingKey(member.id),
    // One sender of all tabs: two would overtake each other.
    queryFn: async () => {
      await navigator.locks.request("crew-sending", () => sendAll(member.id, queries));
      return Date.now();
    },
    enabled: isSignedIn,
    refetchInterval: SENT_EVERY_MS,
    refetchIntervalInBackground: true,
    refetchOnReconnect: "always",
    retry: false,
  });
}

const sendAll = (userId: string, queries: QueryClient) =>
  sendWaiting({
    read: () => waitingOf(userId),
    put: async (waiting) => {
      await putWaiting(waiting);
      await reload(queries, waitingKey(userId));
      void reload(queries, jobsKey(userId));
    },
    done: async (waiting, sent) => {
      await keepSent(waiting, sent, queries);
      await removeWaiting(waiting.id);
      await reload(queries, waitingKey(userId));
    },
  });

async function keepSent({ userId, jobId }: Waiting, sent: Sent, queries: QueryClient) {
  const stored = await storedJobs(userId);
  if (!stored) return;
  const { jobs, visits } = stored.jobs;
  const changed =
    "job_id" in sent
      ? { jobs: jobs.map((job) => (job.id === jobId ? { ...job, report: sent } : job)) }
      : { visits: visits?.map((visit) => (visit.id === sent.id ? sent : visit)) };
  const newer = { ...stored, jobs: { ...stored.jobs, ...changed } };
  await storeJobs(newer);
  queries.setQueriesData({ queryKey: jobsKey(userId) }, newer);
}

type CommandsOf = Pick<CrewJob, "id" | "day" | "customer_name">;

/** Returns the function that notes a command of this job; it is sent as soon as that is possible. */
export function useCommand({ id, day, customer_name }: CommandsOf) {
  const { member } = useCrew();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (command: Command) =>
      putWaiting({
        userId: member.id,
        jobId: id,
        customer: customer_name,
        day,
        at: new Date().toISOString(),
        key: newId(),
        command,
      }),
    onSuccess: () => afterChange(queries, member.id),
  });
  return mutate;
}

/** Tells the homeowner that the crew is on the way. It does not wait for signal, but fails. */
export function useOnTheWay({ id, day }: CrewJob) {
  return useMutation({
    networkMode: "always",
    mutationFn: () =>
      unwrap(
        staff.POST("/api/staff/crew/jobs/{job_id}/on-the-way", {
          params: { path: { job_id: id }, header: { "Idempotency-Key": newId() } },
          body: { at: new Date().toISOString(), day },
          signal: AbortSignal.timeout(SENT_EVERY_MS),
        }),
      ),
  });
}

/** What a technician may do about a refused command: send it again, or let it go. */
export function useRefused() {
  const { member } = useCrew();
  const queries = useQueryClient();
  const stored = useStoredJobs();
  const onSuccess = () => afterChange(queries, member.id);
  const again = useMutation({
    mutationFn: ({ refusal: _, ...waiting }: Waiting) => {
      const job = stored.data?.jobs.jobs.find(({ id }) => id === waiting.jobId);
      // A new key: to the server it is another command where the day is another one.
      return putWaiting({ ...waiting, day: job?.day ?? waiting.day, key: newId() });
    },
    onSuccess,
  });
  const discard = useMutation({ mutationFn: ({ id }: Waiting) => removeWaiting(id), onSuccess });
  return { again: again.mutate, discard: discard.mutate };
}

async function afterChange(queries: QueryClient, userId: string) {
  await reload(queries, waitingKey(userId));
  void queries.invalidateQueries({ queryKey: sendingKey(userId) }, { cancelRefetch: true });
}
