import type { Job } from "#api/staff-board.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { JobCard } from "./job-card.tsx";
import type { OpenJob } from "./job-dialog.tsx";

type WaitingTrayProps = {
  jobs: readonly Job[];
  onOpen: (open: OpenJob) => void;
};

/** Paid jobs that lost their date. */
export function WaitingTray({ jobs, onOpen }: WaitingTrayProps) {
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
            <JobCard job={job} nowMs={0} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}
