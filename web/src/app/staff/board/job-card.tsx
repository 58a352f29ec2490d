import type { Job } from "#api/staff-board.ts";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { isMovable, minutesLeft } from "./board-cells.ts";
import { boardWords as words } from "./copy.ts";
import type { DragState } from "./drag-state.ts";
import type { OpenJob } from "./job/job-dialog.tsx";
import "./job-card.css";

type JobCardProps = {
  job: Job;
  /** The server's time in milliseconds, to count down holds. */
  nowMs: number;
  dragState: DragState;
  /** Whether the dragged technician may be dropped here; null when none is dragged. */
  isWelcome?: boolean | null;
  tabIndex?: number;
  onOpen: (open: OpenJob) => void;
};

export function JobCard({
  job,
  nowMs,
  dragState,
  isWelcome = null,
  tabIndex,
  onOpen,
}: JobCardProps) {
  const id = job.appointment_id;
  const lifted = isMovable(job) ? dragState.lift?.({ kind: "job", job }) : undefined;
  const { dragged, over } = dragState;
  const isCarried = dragged?.kind === "job" && dragged.job.appointment_id === id;

  return (
    <button
      type="button"
      className="job-card"
      data-job={id}
      data-status={job.status}
      data-window={job.time_window}
      data-carried={isCarried || undefined}
      data-movable={lifted ? true : undefined}
      data-welcome={isWelcome ?? undefined}
      data-over={(isWelcome && over.job === id) || undefined}
      tabIndex={tabIndex}
      onPointerDown={lifted}
      onClick={() => onOpen({ id, part: "menu" })}
    >
      <span className="job-card__when">
        <When job={job} />
        <VisuallyHidden>, </VisuallyHidden>
        <State job={job} nowMs={nowMs} />
      </span>
      <span className="job-card__name">{job.customer_name}</span>
      <span className="job-card__what">
        <span>{job.city}</span> <span className="job-card__size">{job.generator}</span>
      </span>
      <Who job={job} />
    </button>
  );
}

const When = ({ job }: { job: Job }) => (
  <span className="job-card__window">
    {job.status === "needs_new_date" ? words.lost(job.day) : words.window[job.time_window].short}
  </span>
);

function State({ job, nowMs }: { job: Job; nowMs: number }) {
  if (job.order_status === "completed")
    return (
      <Badge className="-me-1" size="sm" tone="success">
        {words.done}
      </Badge>
    );
  if (job.status !== "held" || !job.hold_expires_at) return null;
  return (
    <Badge className="-me-1" size="sm" tone="warning">
      {words.held(minutesLeft(job.hold_expires_at, nowMs))}
    </Badge>
  );
}

function Who({ job }: { job: Job }) {
  if (job.status === "needs_new_date") return null;
  return (
    <span className="job-card__who" data-nobody={job.technician ? undefined : true}>
      <Icon name="user" size="xs" />
      {job.technician?.name ?? words.nobody}
    </span>
  );
}
