/**
 * What a technician's phone keeps where there is no signal (IndexedDB): who they are, their jobs as
 * last fetched, and what waits to be sent.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Schemas } from "#api/client.ts";

export type CrewJobs = Schemas["CrewJobsOut"];
export type CrewJob = Schemas["CrewJobOut"];
export type CrewVisit = Schemas["CrewVisitOut"];
export type JobReport = Schemas["JobReportOut"];
export type PhotoStage = Schemas["PhotoStage"];

export type Command =
  | { kind: "record"; body: Omit<Schemas["RecordIn"], "at" | "day"> }
  | { kind: "sign"; body: { signed_by: string; text: string; drawing: string } }
  | { kind: "photo"; photoId: string; stage: PhotoStage; file: Blob }
  | { kind: "complete" }
  | { kind: "visit"; outcome: string };

/**
 * A command that waits: `at` is when it happened, `day` the job's day as the phone knew it. Of a
 * diagnostic visit, `jobId` is the visit's id.
 */
export type Waiting = {
  id: number;
  userId: string;
  jobId: string;
  customer: string;
  day: string;
  at: string;
  key: string;
  command: Command;
  /** Why the server refused it; it waits until the technician decides. */
  refusal?: { code: string; detail: string } | undefined;
};

export type CrewMember = { id: string; name: string };
export type StoredJobs = { userId: string; heardAtMs: number; jobs: CrewJobs };

interface CrewDatabase extends DBSchema {
  kept: { key: "member" | "jobs"; value: CrewMember | StoredJobs };
  waiting: { key: number; value: Waiting };
}

let database: Promise<IDBPDatabase<CrewDatabase>> | null = null;

function open() {
  database ??= openDB<CrewDatabase>("crew", 1, {
    upgrade(fresh) {
      fresh.createObjectStore("kept");
      fresh.createObjectStore("waiting", { keyPath: "id", autoIncrement: true });
    },
  });
  return database;
}

export const storedMember = async () =>
  ((await (await open()).get("kept", "member")) as CrewMember | undefined) ?? null;

export async function storeMember(member: CrewMember): Promise<void> {
  await (await open()).put("kept", member, "member");
}

export async function storedJobs(userId: string): Promise<StoredJobs | null> {
  const stored = (await (await open()).get("kept", "jobs")) as StoredJobs | undefined;
  return stored?.userId === userId ? stored : null;
}

export async function storeJobs(stored: StoredJobs): Promise<void> {
  await (await open()).put("kept", stored, "jobs");
}

/** After signing out: nothing stays but what waits to be sent by the same person. */
export async function forgetJobs(): Promise<void> {
  await (await open()).clear("kept");
}

export const waitingOf = async (userId: string): Promise<Waiting[]> =>
  (await (await open()).getAll("waiting")).filter((each) => each.userId === userId);

export async function putWaiting(waiting: Omit<Waiting, "id"> & { id?: number }): Promise<void> {
  await (await open()).put("waiting", waiting as Waiting);
}

export async function removeWaiting(id: number): Promise<void> {
  await (await open()).delete("waiting", id);
}
