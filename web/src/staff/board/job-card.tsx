import { useRef } from "react";
import { mergeProps } from "react-aria/mergeProps";
import { useButton } from "react-aria/useButton";
import { hoursOf } from "#business/windows.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { missingNames } from "../shell/missing-names.ts";
import { isMovable, minutesLeft } from "./board-cells.ts";
import { useBoardState, useDraggable, useDropTarget } from "./board-context.tsx";
import type { Job } from "./board-types.ts";

type JobCardProps = {
  job: Job;
  /** Whether the dragged technician may be dropped here; null when none is dragged. */
  isWelcome?: boolean | null;
  tabIndex?: number;
};

const CARD =
  "grid w-full content-start gap-px rounded-sm border border-s-3 px-2 py-1.5 text-start text-xs leading-[1.4] touch-manipulation select-none transition-[border-color,opacity]";

const EDGES = {
  morning:
    "border-line border-s-action bg-surface-raised hover:border-line-strong hover:border-s-action-hover",
  afternoon:
    "border-line border-s-info bg-surface-raised hover:border-line-strong hover:border-s-info",
  held: "border-line border-s-warning bg-transparent hover:border-line-strong hover:border-s-warning",
  needs_new_date:
    "border-line border-s-warning bg-surface-raised hover:border-line-strong hover:border-s-warning",
};
const WELCOME = "border-success bg-success-surface";

const edgeOf = ({ status, time_window }: Job): keyof typeof EDGES =>
  status === "held" || status === "needs_new_date" ? status : time_window;

const SHAPES: Record<Job["status"], string> = {
  confirmed: "min-h-26",
  held: "min-h-26 border-dashed [border-inline-start-style:solid]",
  needs_new_date: "",
};

// While something is dragged, the board decides.
const CURSORS = {
  dragging: "cursor-[inherit]",
  movable: "cursor-grab",
  fixed: "cursor-pointer",
};

function cursorOf(isDragging: boolean, isMovable: boolean): keyof typeof CURSORS {
  if (isDragging) return "dragging";
  return isMovable ? "movable" : "fixed";
}

export function JobCard({ job, isWelcome = null, tabIndex }: JobCardProps) {
  const id = job.appointment_id;
  const ref = useRef<HTMLDivElement>(null);
  const { dragged, over, open } = useBoardState();
  const { dragProps, beside, isDraggable } = useDraggable(
    { kind: "job", job },
    isMovable(job),
    tabIndex,
  );
  const dropProps = useDropTarget({ job: id }, { ref, isWelcome: isWelcome === true });
  const { buttonProps } = useButton(
    { elementType: "div", onPress: () => open({ is: "job", id, part: "menu" }) },
    ref,
  );
  const isOver = isWelcome === true && over?.job === id;
  const isCarried = dragged?.kind === "job" && dragged.job.appointment_id === id;

  return (
    <div className="relative">
      {/* Not a button: Firefox does not drag one. */}
      <div
        {...mergeProps(buttonProps, dragProps, dropProps)}
        ref={ref}
        className={[
          CARD,
          isWelcome ? WELCOME : EDGES[edgeOf(job)],
          SHAPES[job.status],
          CURSORS[cursorOf(dragged !== null, isDraggable)],
          isCarried && "opacity-45",
          isWelcome === false && "opacity-40",
          isOver && "inset-ring-2 inset-ring-success",
        ]
          .filter(Boolean)
          .join(" ")}
        data-job={id}
        data-welcome={isWelcome ?? undefined}
        data-over={isOver || undefined}
        tabIndex={tabIndex ?? 0}
      >
        <span className="flex flex-wrap items-center justify-between gap-x-1.5 text-quiet tabular-nums">
          <When job={job} />
          <VisuallyHidden>, </VisuallyHidden>
          <State job={job} />
        </span>
        <span className="text-sm leading-[1.3] font-semibold wrap-anywhere">
          {job.customer_name}
        </span>
        <span className="flex flex-wrap justify-between gap-x-2 text-quiet">
          <span>{job.city}</span> <span className="whitespace-nowrap">{job.generator}</span>
        </span>
        <Who job={job} />
        <Readiness job={job} />
      </div>
      {beside}
    </div>
  );
}

const When = ({ job }: { job: Job }) => (
  <span>
    {job.status === "needs_new_date"
      ? m.staff_board_lost({ day: shortDay(job.day) })
      : hoursOf(job).start}
  </span>
);

function State({ job }: { job: Job }) {
  const { nowMs } = useBoardState();
  if (job.order_status === "completed")
    return (
      <Badge className="-me-1" size="sm" tone="success">
        {m.staff_board_done()}
      </Badge>
    );
  if (job.status !== "held" || !job.hold_expires_at) return null;
  return (
    <Badge className="-me-1" size="sm" tone="warning">
      {minutesLeft(job.hold_expires_at, nowMs) > 0
        ? m.staff_board_held_minutes({ minutes: minutesLeft(job.hold_expires_at, nowMs) })
        : m.staff_board_held()}
    </Badge>
  );
}

function Who({ job }: { job: Job }) {
  if (job.status === "needs_new_date") return null;
  return (
    <span
      className={`flex items-center gap-1 ${job.technician ? "font-medium" : "font-semibold text-warning"}`}
    >
      <Icon name="user" size="xs" />
      {job.technician?.name ?? m.staff_unassigned()}
    </span>
  );
}

const NAMED = 2;

// The dialog names all that is missing.
function Readiness({ job }: { job: Job }) {
  const missing = useBoardState().missing?.get(job.order_id);
  if (!missing || job.status !== "confirmed" || job.order_status === "completed") return null;
  if (missing.length === 0)
    return <span className="font-medium text-success">{m.staff_readiness_ready()}</span>;
  return (
    <span className="font-medium text-warning">
      {missing.length > NAMED
        ? m.staff_readiness_missing_more({
            what: missingNames(missing.slice(0, NAMED)),
            count: missing.length - NAMED,
          })
        : m.staff_readiness_missing({ what: missingNames(missing) })}
    </span>
  );
}

/** Paid jobs that lost their date. */
export function WaitingTray() {
  const jobs = useBoardState().board.waiting;
  if (jobs.length === 0) return null;
  return (
    <section
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border border-warning bg-warning-surface px-4 py-2"
      aria-labelledby="board-waiting"
    >
      <h2 className="flex items-center gap-2 text-sm text-warning" id="board-waiting">
        <Icon name="warning" size="sm" />
        {m.staff_board_waiting({ count: jobs.length })}
      </h2>
      <ul className="flex flex-[1_1_20rem] flex-wrap gap-2">
        {jobs.map((job) => (
          <li className="flex-[0_1_13rem]" key={job.appointment_id}>
            <JobCard job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}
