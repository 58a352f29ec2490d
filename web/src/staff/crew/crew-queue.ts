/** Commands of a technician: sent in order when there is a connection, and shown before that. */
import { Problem, unwrap } from "#api/client.ts";
import { AS_BYTES, slowStaff } from "#api/staff.ts";
import type { CrewJob, CrewJobs, CrewVisit, JobReport, Waiting } from "./crew-store.ts";

const TIMEOUT_MS = 60_000;

/** What the server has now: the report of a job, or a diagnostic visit. */
export type Sent = JobReport | CrewVisit;

type Queue = {
  read: () => Promise<Waiting[]>;
  put: (waiting: Waiting) => Promise<void>;
  /** Called with what the server has now, before the command is removed. */
  done: (waiting: Waiting, sent: Sent) => Promise<void>;
  send?: (waiting: Waiting) => Promise<Sent>;
};

/**
 * Send what waits, oldest first. A refused command stays with its reason, and holds back what
 * follows of the same job. Throws the Problem by which the connection, the session or the server
 * failed; all the rest waits for the next time.
 */
export async function sendWaiting({ read, put, done, send = sendOne }: Queue): Promise<void> {
  const tried = new Set<number>();
  for (;;) {
    const next = nextOf(await read(), tried);
    if (!next) return;
    tried.add(next.id);
    try {
      await done(next, await send(next));
    } catch (failure) {
      if (!isRefusal(failure)) throw failure;
      await put({ ...next, refusal: { code: failure.code, detail: failure.detail } });
    }
  }
}

function nextOf(waiting: readonly Waiting[], tried: ReadonlySet<number>): Waiting | undefined {
  const held = new Set(waiting.filter(({ refusal }) => refusal).map(({ jobId }) => jobId));
  return waiting.find(({ id, jobId }) => !held.has(jobId) && !tried.has(id));
}

// A lost session, too many calls, or a server in trouble are no fault of the command.
const isRefusal = (failure: unknown): failure is Problem =>
  failure instanceof Problem &&
  failure.status >= 400 &&
  failure.status < 500 &&
  ![401, 403, 429].includes(failure.status);

function sendOne({ jobId, at, day, key, command }: Waiting): Promise<Sent> {
  const when = { at, day };
  const params = { path: { job_id: jobId }, header: { "Idempotency-Key": key } };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  switch (command.kind) {
    case "record":
      return unwrap(
        slowStaff.PATCH("/api/staff/crew/jobs/{job_id}/report", {
          params,
          body: { ...when, ...command.body },
          signal,
        }),
      );
    case "sign":
      return unwrap(
        slowStaff.POST("/api/staff/crew/jobs/{job_id}/sign", {
          params,
          body: { ...when, ...command.body },
          signal,
        }),
      );
    case "complete":
      return unwrap(
        slowStaff.POST("/api/staff/crew/jobs/{job_id}/complete", { params, body: when, signal }),
      );
    case "visit":
      return unwrap(
        slowStaff.POST("/api/staff/crew/visits/{visit_id}/done", {
          params: { path: { visit_id: Number(jobId) } },
          body: { at, outcome: command.outcome },
          signal,
        }),
      );
    case "photo":
      return unwrap(
        slowStaff.PUT("/api/staff/crew/jobs/{job_id}/photos", {
          params: {
            path: { job_id: jobId },
            query: { ...when, stage: command.stage },
          },
          body: command.file,
          ...AS_BYTES,
          signal,
        }),
      );
  }
}

/** The jobs as they will be once everything that waits has been sent. */
export const withWaiting = (jobs: CrewJobs, waiting: readonly Waiting[]): CrewJob[] =>
  jobs.jobs.map((job) => {
    const own = waiting.filter(({ jobId }) => jobId === job.id);
    return { ...job, report: reportAfter(job.report, own, jobs.checklist.length) };
  });

/** The diagnostic visits as they will be once everything that waits has been sent. */
export const visitsWithWaiting = (
  visits: readonly CrewVisit[],
  waiting: readonly Waiting[],
): CrewVisit[] =>
  visits.map((visit) => {
    const own = waiting.filter(({ jobId }) => jobId === String(visit.id));
    const [first, last] = [own[0], own.at(-1)];
    if (last?.command.kind !== "visit") return visit;
    return { ...visit, outcome: last.command.outcome, done_at: visit.done_at ?? first?.at ?? null };
  });

function reportAfter(before: JobReport, waiting: readonly Waiting[], items: number): JobReport {
  const report = waiting.reduce(applied, before);
  return { ...report, missing: waiting.length > 0 ? missingOf(report, items) : before.missing };
}

function applied(report: JobReport, { command, at }: Waiting): JobReport {
  if (command.kind === "sign")
    return {
      ...report,
      signed_by: command.body.signed_by,
      signed_at: at,
      is_drawn: command.body.drawing !== "",
    };
  if (command.kind === "complete") return { ...report, finished_at: at };
  if (command.kind === "photo") {
    const photo = { id: command.photoId, stage: command.stage, taken_at: at };
    const others = report.photos.filter(({ id }) => id !== photo.id);
    return { ...report, photos: [...others, photo] };
  }
  if (command.kind === "visit") return report;
  const { unsigned, ...body } = command.body;
  const before = unsigned ? { ...report, signed_by: "", signed_at: null, is_drawn: false } : report;
  return recorded(before, body, at);
}

type Recorded = Extract<Waiting["command"], { kind: "record" }>["body"];

function recorded(report: JobReport, body: Recorded, at: string): JobReport {
  const { arrived, ticked, unticked, serial_number, hours, notes } = body;
  return {
    ...report,
    arrived_at: report.arrived_at ?? (arrived ? at : null),
    checklist: [...new Set([...report.checklist, ...(ticked ?? [])])].filter(
      (item) => !unticked?.includes(item),
    ),
    serial_number: serial_number ?? report.serial_number,
    hours: hours ?? report.hours,
    notes: notes ?? report.notes,
  };
}

// As the server's rule (crew_phone/rules.py), which decides.
function missingOf(report: JobReport, items: number): JobReport["missing"] {
  const has = (stage: string) => report.photos.some((photo) => photo.stage === stage);
  const isThere: [JobReport["missing"][number], boolean][] = [
    ["photo_before", has("before")],
    ["checklist", report.checklist.length === items],
    ["serial_number", report.serial_number !== ""],
    ["photo_after", has("after")],
    ["signature", report.signed_by !== ""],
  ];
  return isThere.filter(([, isDone]) => !isDone).map(([missing]) => missing);
}
