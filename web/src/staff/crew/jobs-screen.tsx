import { Link } from "wouter";
import { visitHours } from "#business/windows.ts";
import { longDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { CrewHeading } from "./crew-heading.tsx";
import type { CrewJob, CrewVisit } from "./crew-store.ts";
import { OwnCalendar } from "./own-calendar.tsx";
import { useCrew, useJobs } from "./use-crew.ts";

/** The technician's jobs by day, today's first. */
export function JobsScreen() {
  const { jobs, visits, today, error, refetch } = useJobs();
  const { isSignedIn } = useCrew();
  return (
    <>
      <CrewHeading title={m.crew_title()} />
      {error && !jobs && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!error && !jobs && <Spinner label={m.staff_loading()} />}
      {jobs?.length === 0 && visits?.length === 0 && (
        <p className="text-quiet">{m.crew_no_jobs()}</p>
      )}
      {jobs && visits && <Days jobs={jobs} visits={visits} today={today} />}
      {isSignedIn && <OwnCalendar />}
    </>
  );
}

type DaysProps = { jobs: readonly CrewJob[]; visits: readonly CrewVisit[]; today: string };

function Days({ jobs, visits, today }: DaysProps) {
  const of = [
    ...jobs.flatMap(({ day, ends_on }) => [day, ends_on]),
    ...visits.map(({ day }) => day),
  ];
  const days = [...new Set(of)].sort();
  return days.map((day) => (
    <section className="grid gap-2" key={day} aria-labelledby={`day-${day}`}>
      <h2 className="text-md" id={`day-${day}`}>
        {day === today ? m.crew_today({ day: longDay(day) }) : longDay(day)}
      </h2>
      <ul className="grid gap-2">
        {jobs
          .filter((job) => job.day === day || job.ends_on === day)
          .map((job) => (
            <li key={job.id}>
              <JobCard job={job} isSecondDay={job.day !== day} />
            </li>
          ))}
        {visits
          .filter((visit) => visit.day === day)
          .map((visit) => (
            <li key={visit.id}>
              <VisitCard visit={visit} />
            </li>
          ))}
      </ul>
    </section>
  ));
}

const JobCard = ({ job, isSecondDay }: { job: CrewJob; isSecondDay: boolean }) => (
  <Link
    className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface-raised p-4 text-ink no-underline"
    href={`/crew/${job.id}`}
  >
    <span className="text-md font-semibold wrap-anywhere">{job.customer_name}</span>
    <JobBadge job={job} />
    <span className="col-span-2 text-sm text-quiet wrap-anywhere">{job.address}</span>
    <span className="text-sm">{isSecondDay ? m.crew_second_half_day() : visitHours(job)}</span>
    <Icon name="chevron-right" size="sm" />
  </Link>
);

const VisitCard = ({ visit }: { visit: CrewVisit }) => (
  <Link
    className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 rounded-md border border-dashed border-line-strong bg-surface-raised p-4 text-ink no-underline"
    href={`/crew/visits/${visit.id}`}
  >
    <span className="text-md font-semibold wrap-anywhere">{visit.customer_name}</span>
    <Badge tone={visit.done_at ? "success" : "info"}>
      {visit.done_at ? m.crew_job_done() : m.crew_visit()}
    </Badge>
    <span className="col-span-2 text-sm text-quiet wrap-anywhere">{visit.address}</span>
    <span className="text-sm">{visitHours(visit)}</span>
    <Icon name="chevron-right" size="sm" />
  </Link>
);

export function JobBadge({ job: { is_completed, report } }: { job: CrewJob }) {
  if (is_completed || report.completed_at || report.finished_at)
    return <Badge tone="success">{m.crew_job_done()}</Badge>;
  if (report.arrived_at) return <Badge tone="info">{m.crew_job_begun()}</Badge>;
  return <span />;
}
