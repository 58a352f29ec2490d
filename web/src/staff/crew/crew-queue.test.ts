import { expect, test } from "vitest";
import { aProblem } from "#test-support.ts";
import { sendWaiting, visitsWithWaiting, withWaiting } from "./crew-queue.ts";
import type { Command, CrewJob, CrewJobs, CrewVisit, JobReport, Waiting } from "./crew-store.ts";

const REPORT: JobReport = {
  job_id: "a",
  checklist: [],
  hours: [],
  serial_number: "",
  notes: "",
  arrived_at: null,
  signed_by: "",
  signed_at: null,
  is_drawn: false,
  finished_at: null,
  completed_at: null,
  photos: [],
  missing: ["photo_before", "checklist", "serial_number", "photo_after", "signature"],
};

const waiting = (id: number, command: Command, jobId = "a"): Waiting => ({
  id,
  userId: "u",
  jobId,
  customer: "Ada",
  day: "2026-03-05",
  at: `2026-03-05T1${id}:00:00Z`,
  key: `key-${id}`,
  command,
});

const note = (id: number, jobId?: string) =>
  waiting(id, { kind: "record", body: { notes: String(id) } }, jobId);

function aQueue(rows: Waiting[], failures: Record<number, unknown> = {}) {
  let stored = rows;
  const sent: number[] = [];
  const send = () =>
    sendWaiting({
      read: async () => stored,
      put: async (changed) => {
        stored = stored.map((row) => (row.id === changed.id ? changed : row));
      },
      done: async ({ id }) => {
        stored = stored.filter((row) => row.id !== id);
      },
      send: async ({ id }) => {
        sent.push(id);
        if (failures[id]) throw failures[id];
        return REPORT;
      },
    });
  return { send, sent, left: () => stored };
}

test("OPS-19.2 what waits is sent in order, each once", async () => {
  const queue = aQueue([note(1), note(2), note(3)]);
  await queue.send();
  expect([queue.sent, queue.left()]).toEqual([[1, 2, 3], []]);
});

test("a refused command stays with its reason and holds back its own job only", async () => {
  const refusal = aProblem("job_moved", 409, { detail: "Moved to Friday." });
  const queue = aQueue([note(1), note(2), note(3, "b")], { 1: refusal });
  await queue.send();
  await queue.send();
  expect(queue.sent).toEqual([1, 3]);
  expect(queue.left().map(({ id, refusal }) => [id, refusal?.detail])).toEqual([
    [1, "Moved to Friday."],
    [2, undefined],
  ]);
});

test.each([
  ["offline", 0],
  ["staff_sign_in_needed", 401],
  ["limit_reached", 429],
  ["busy", 503],
])("by %s nothing is refused: all of it waits", async (code, status) => {
  const queue = aQueue([note(1), note(2)], { 1: aProblem(code, status) });
  await expect(queue.send()).rejects.toThrow();
  expect(queue.left().map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
});

test("a job is shown as it will be once everything is sent", () => {
  const job = { id: "a", report: REPORT } as unknown as CrewJob;
  const jobs = {
    jobs: [job],
    checklist: [{ item: "pad", title: "Pad" }],
  } as unknown as CrewJobs;
  const file = new Blob();
  const [shown] = withWaiting(jobs, [
    waiting(1, { kind: "record", body: { arrived: true, ticked: ["pad"], notes: "x" } }),
    waiting(2, { kind: "photo", photoId: "p", stage: "before", file }),
    waiting(3, { kind: "record", body: { serial_number: "301" } }),
    waiting(4, {
      kind: "sign",
      body: { signed_by: "Ada", text: "I have seen it run.", drawing: "" },
    }),
  ]);
  expect(shown?.report).toMatchObject({
    arrived_at: "2026-03-05T11:00:00Z",
    checklist: ["pad"],
    serial_number: "301",
    signed_by: "Ada",
    missing: ["photo_after"],
  });
});

test("OPS-19.2 a diagnostic visit is shown as it will be, and keeps when it was done first", () => {
  const visit = { id: 7, outcome: "", done_at: null } as CrewVisit;
  const told = (id: number, outcome: string) => waiting(id, { kind: "visit", outcome }, "7");
  const other = { ...visit, id: 8 };

  const [done, untouched] = visitsWithWaiting(
    [visit, other],
    [note(1), told(2, "Full."), told(3, "Room.")],
  );

  expect(done).toMatchObject({ outcome: "Room.", done_at: "2026-03-05T12:00:00Z" });
  expect(untouched).toBe(other);
});
