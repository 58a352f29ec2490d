import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { Problem } from "#api/client.ts";
import { runRange } from "#business/bands.ts";
import { finishOf } from "#business/half-days.ts";
import { visitHours } from "#business/windows.ts";
import { longDay, timeOf } from "#lib/dates.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Picture, usePicture } from "../shell/picture.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";
import { namesOfSteps } from "../shell/step-names.ts";
import { CrewHeading } from "./crew-heading.tsx";
import type { CrewJob, CrewJobs } from "./crew-store.ts";
import { ChecklistPart, HoursPart, NotesPart, SerialPart } from "./job-parts.tsx";
import { JobBadge } from "./jobs-screen.tsx";
import { PhotosPart } from "./photos-part.tsx";
import { SignaturePart } from "./signature-part.tsx";
import { useCommand, useJobs, useOnTheWay } from "./use-crew.ts";

/** /staff/crew/<job>: one job, from the way there to the homeowner's signature. */
export function JobScreen({ id }: { id: string }) {
  const { data, jobs, error, refetch } = useJobs();
  const job = jobs?.find((each) => each.id === id);

  return (
    <>
      <Link className="inline-flex min-h-target items-center gap-1" href="/crew">
        <Icon name="arrow-left" size="sm" />
        {m.crew_to_jobs()}
      </Link>
      {job && data ? (
        <JobPage job={job} jobs={data.jobs} />
      ) : (
        <NoJob isLoaded={jobs !== null} problem={error} onAgain={() => void refetch()} />
      )}
    </>
  );
}

type NoJobProps = { isLoaded: boolean; problem: unknown; onAgain: () => void };

export function NoJob({ isLoaded, problem, onAgain }: NoJobProps) {
  if (isLoaded)
    return (
      <>
        <CrewHeading title={m.crew_job_gone_title()} />
        <p>{m.crew_job_gone()}</p>
      </>
    );
  if (problem) return <StaffProblem problem={problem} onAgain={onAgain} />;
  return <Spinner label={m.staff_loading()} />;
}

function JobPage({ job, jobs }: { job: CrewJob; jobs: CrewJobs }) {
  const { report } = job;
  const { checklist, today } = jobs;
  // What a phone kept of an earlier release does not say.
  const { notified_by, signed_text = m.crew_signature_note() } = jobs as Partial<CrewJobs>;
  const notifiedBy = notified_by?.[job.id];
  const isClosed = report.completed_at !== null || report.finished_at !== null;
  return (
    <>
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CrewHeading title={job.customer_name} />
          <JobBadge job={job} />
        </div>
        <p>
          {longDay(job.day)}, {visitHours(job)}
        </p>
        {finishOf(job) && <p>{finishOf(job)}</p>}
        <p className="text-sm text-quiet">{m.crew_job_code({ code: job.code })}</p>
      </header>
      <Reach address={job.address} phone={job.phone} />
      {(job.day === today || job.ends_on === today) && !job.report.arrived_at && !isClosed && (
        <OnTheWay job={job} notifiedBy={notifiedBy} />
      )}
      <Arrival job={job} />
      <SoldPart job={job} />
      <fieldset className="grid min-w-0 gap-4" disabled={isClosed}>
        <legend className="sr-only">{m.crew_work()}</legend>
        <PhotosPart job={job} stage="before" />
        <ChecklistPart job={job} checklist={checklist} />
        <SerialPart job={job} />
        <PhotosPart job={job} stage="after" />
        <HoursPart job={job} />
        <NotesPart job={job} />
        <SignaturePart job={job} text={signed_text} />
      </fieldset>
      <CompletePart job={job} today={today} />
    </>
  );
}

/** The way there, and the homeowner's phone: the three buttons of a day on the road. */
export function Reach({ address, phone }: { address: string; phone: string }) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold wrap-anywhere">{address}</p>
      <div className="grid grid-cols-3 gap-2">
        <Button size="lg" variant="outline" href={mapHref(address)}>
          <Icon name="map-pin" size="sm" />
          {m.crew_map()}
        </Button>
        <Button size="lg" variant="outline" href={telHref(phone)}>
          <Icon name="phone" size="sm" />
          {m.crew_call()}
        </Button>
        <Button size="lg" variant="outline" href={smsHref(phone)}>
          <Icon name="message" size="sm" />
          {m.crew_text()}
        </Button>
      </div>
    </div>
  );
}

// Opens the maps app on both kinds of phones.
const mapHref = (address: string) =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination: address })}`;

/** Tells the homeowner at once or not at all: later it would no longer be true. */
function OnTheWay({ job, notifiedBy }: { job: CrewJob; notifiedBy: Ways | undefined }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, data, error } = useOnTheWay(job);
  const name = job.customer_name;
  if (data) {
    const left = data.notified_by.length > 0;
    return (
      <p className="flex items-center gap-2" role="status">
        <Icon name={left ? "success" : "warning"} className={left ? "text-success" : ""} />
        {m.crew_on_the_way_done({ name, ways: inWords(data.notified_by) })}
      </p>
    );
  }
  return (
    <>
      {error && <Notice tone="danger">{onTheWayProblem(error)}</Notice>}
      <Button size="xl" variant="outline" busy={isPending} onClick={() => setAsking(true)}>
        {m.crew_on_the_way()}
      </Button>
      <Modal open={isAsking} onClose={() => setAsking(false)} title={m.crew_on_the_way_ask()}>
        <p>
          {m.crew_on_the_way_consequence({
            name,
            ways: notifiedBy ? inWords(notifiedBy) : "unknown",
          })}
        </p>
        <Button
          size="xl"
          variant="cta-green"
          onClick={() => {
            setAsking(false);
            mutate();
          }}
        >
          {m.crew_on_the_way_confirm()}
        </Button>
        <Button size="lg" variant="outline" onClick={() => setAsking(false)}>
          {m.crew_complete_not_yet()}
        </Button>
      </Modal>
    </>
  );
}

type Ways = CrewJobs["notified_by"][string];

const inWords = (ways: Ways) => (ways.length > 1 ? "both" : (ways[0] ?? "none"));

const onTheWayProblem = (failure: Error) =>
  failure instanceof Problem && failure.status === 0
    ? m.crew_on_the_way_no_signal()
    : problemMessage(failure);

function Arrival({ job }: { job: CrewJob }) {
  const command = useCommand(job);
  const { arrived_at } = job.report;
  if (arrived_at)
    return (
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="success" className="text-success" />
        {m.crew_arrived_at({ time: timeOf(arrived_at) })}
      </p>
    );
  return (
    <Button
      size="xl"
      variant="cta-green"
      onClick={() => command({ kind: "record", body: { arrived: true } })}
    >
      {m.crew_arrive()}
    </Button>
  );
}

function SoldPart({ job }: { job: CrewJob }) {
  return (
    <Panel size="sm" id="sold" title={m.crew_sold()}>
      <dl className="grid gap-2">
        <Line name={m.crew_sold_generator()}>{job.generator}</Line>
        <Line name={m.crew_sold_run()}>
          {job.run_ft === null ? runRange(job) : m.crew_sold_run_confirmed({ feet: job.run_ft })}
        </Line>
        {Object.entries(job.answers).map(([question, answer]) => (
          <Line name={question} key={question}>
            {answer}
          </Line>
        ))}
        {job.homeowner_notes && <Line name={m.crew_homeowner_notes()}>{job.homeowner_notes}</Line>}
        {job.office_notes.map((note) => (
          <Line name={m.crew_office_note()} key={note}>
            {note}
          </Line>
        ))}
      </dl>
      {job.pictures.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
          {job.pictures.map(({ id, title }) => (
            <li key={id} className="grid gap-1 text-xs text-quiet">
              <HomePicture path={`/api/staff/crew/jobs/${job.id}/photos/${id}`} />
              {title}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
  </div>
);

function HomePicture({ path }: { path: string }) {
  const { data } = usePicture(path);
  return data ? (
    <Picture className="aspect-4/3 w-full rounded-sm object-cover" file={data} alt="" />
  ) : (
    <span className="aspect-4/3 rounded-sm bg-surface-sunken" />
  );
}

function CompletePart({ job, today }: { job: CrewJob; today: string }) {
  const command = useCommand(job);
  const [isAsking, setAsking] = useState(false);
  const { report } = job;
  // What was kept of release 0.1.0 does not say.
  const openSteps = (job as Partial<CrewJob>).open_steps ?? [];
  if (report.completed_at)
    return (
      <Notice tone="success" title={m.crew_completed()}>
        {m.crew_completed_note()}
      </Notice>
    );
  if (report.finished_at) return <Notice title={m.crew_completion_waits()} />;
  const isEarly = job.day > today;
  return (
    <Panel size="sm" id="complete" title={m.crew_complete_title()}>
      {report.missing.length > 0 && (
        <div>
          <p>{m.crew_missing()}</p>
          <ul className="list-disc ps-5">
            {report.missing.map((missing) => (
              <li key={missing}>{m.crew_missing_item({ missing })}</li>
            ))}
          </ul>
        </div>
      )}
      {isEarly && <p>{m.crew_not_before({ day: longDay(job.day) })}</p>}
      <Button
        size="xl"
        variant="cta-green"
        disabled={isEarly || report.missing.length > 0}
        onClick={() => setAsking(true)}
      >
        {m.crew_complete()}
      </Button>
      {/* The phone may send this much later, when nothing can be undone: so it asks first. */}
      <Modal open={isAsking} onClose={() => setAsking(false)} title={m.crew_complete_ask()}>
        {openSteps.length > 0 && <p>{m.staff_open_steps({ names: namesOfSteps(openSteps) })}</p>}
        <p>{m.crew_complete_consequence({ name: job.customer_name })}</p>
        <Button size="xl" variant="cta-green" onClick={() => command({ kind: "complete" })}>
          {m.crew_complete_confirm()}
        </Button>
        <Button size="lg" variant="outline" onClick={() => setAsking(false)}>
          {m.crew_complete_not_yet()}
        </Button>
      </Modal>
    </Panel>
  );
}
