import type { Job } from "#api/staff-board.ts";
import { Icon } from "#ui/icon.tsx";
import { boardWords as words } from "./copy.ts";
import type { DragState } from "./drag-state.ts";
import type { OpenJob } from "./job/job-dialog.tsx";
import { JobCard } from "./job-card.tsx";
import "./waiting-tray.css";

type WaitingTrayProps = {
  jobs: readonly Job[];
  dragState: DragState;
  onOpen: (open: OpenJob) => void;
};

/** Paid jobs that lost their date. */
export function WaitingTray({ jobs, dragState, onOpen }: WaitingTrayProps) {
  if (jobs.length === 0) return null;
  return (
    <section className="board-waiting" aria-labelledby="board-waiting">
      <h2 className="board-waiting__title" id="board-waiting">
        <Icon name="warning" size="sm" />
        {words.waiting(jobs.length)}
      </h2>
      <ul className="board-waiting__jobs">
        {jobs.map((job) => (
          <li key={job.appointment_id}>
            <JobCard job={job} nowMs={0} dragState={dragState} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}
