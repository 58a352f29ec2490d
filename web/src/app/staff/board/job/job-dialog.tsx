import { useLocation } from "wouter";
import type { Board, Job } from "#api/staff-board.ts";
import { longDay } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Notice } from "#ui/notice.tsx";
import { useMay } from "../../session/use-me.ts";
import { isMovable, jobById, needsTechnician } from "../board-cells.ts";
import { boardWords, jobWords as words } from "../copy.ts";
import { MoveForm } from "./move-form.tsx";
import { TechnicianForm } from "./technician-form.tsx";
import { useFocusOnOpen } from "./use-focus-on-open.ts";

/** The open job and the form shown for it; `day` is where it was dropped. */
export type OpenJob = { id: string; part: "menu" | "move" | "send"; day?: string };

type JobDialogProps = {
  board: Board;
  open: OpenJob | null;
  onPart: (open: OpenJob) => void;
  onClose: () => void;
  /** Called when the job was moved or its technician changed. */
  onChanged: (id: string) => void;
};

/** Everything that can be done with a job, by keyboard and touch too. */
export function JobDialog({ open, ...props }: JobDialogProps) {
  const { board, onClose } = props;
  const job = open ? jobById(open.id, board) : undefined;
  return (
    <Modal open={open !== null} onClose={onClose} title={job?.customer_name ?? boardWords.title}>
      {open && !job && <Notice tone="warning">{words.gone}</Notice>}
      {open && job && <Part {...props} job={job} open={open} />}
    </Modal>
  );
}

type PartProps = Omit<JobDialogProps, "open"> & { job: Job; open: OpenJob };

function Part({ board, job, open, onPart, onClose, onChanged }: PartProps) {
  const done = () => {
    onClose();
    onChanged(open.id);
  };
  const back = () => onPart({ id: open.id, part: "menu" });
  if (open.part === "move")
    return (
      <MoveForm
        job={job}
        letGoOn={open.day ?? null}
        today={board.today}
        onDone={done}
        onBack={back}
      />
    );
  if (open.part === "send")
    return <TechnicianForm board={board} job={job} onDone={done} onBack={back} />;
  return (
    <>
      <Facts job={job} />
      <JobButtons job={job} onPart={(part) => onPart({ id: open.id, part })} />
    </>
  );
}

function Facts({ job }: { job: Job }) {
  const window = boardWords.window[job.time_window].long;
  const isLost = job.status === "needs_new_date";
  const rows = [
    [words.when, isLost ? boardWords.lost(job.day) : `${longDay(job.day)}. ${window}`],
    [words.where, `${job.city}, ${job.zip_code}`],
    [words.what, `${job.generator}, ${boardWords.band[job.band]}`],
    [
      words.who,
      job.technician ? `${job.technician.name}, ${job.technician.phone}` : boardWords.nobody,
    ],
  ] as const;
  return (
    <dl className="grid gap-1.5 text-sm" aria-label={words.facts}>
      {rows.map(([name, value]) => (
        <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2" key={name}>
          <dt className="text-quiet">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type JobButtonsProps = { job: Job; onPart: (part: OpenJob["part"]) => void };

function JobButtons({ job, onPart }: JobButtonsProps) {
  const may = useMay("schedule");
  const [, navigate] = useLocation();
  const path = `/orders/${job.order_id}`;
  const why = moveDisabledReason(job);
  const container = useFocusOnOpen<HTMLDivElement>();
  return (
    <>
      {may && why && <p className="text-sm text-quiet">{why}</p>}
      <div className="flex flex-wrap gap-2 focus:outline-none" ref={container} tabIndex={-1}>
        {may && isMovable(job) && <Button onClick={() => onPart("move")}>{words.move}</Button>}
        {may && needsTechnician(job) && (
          <Button variant="outline" onClick={() => onPart("send")}>
            {words.send}
          </Button>
        )}
        <Button
          variant="ghost"
          href={`/staff${path}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            navigate(path);
          }}
        >
          {words.openOrder}
        </Button>
      </div>
    </>
  );
}

function moveDisabledReason(job: Job): string | null {
  if (job.status === "held") return words.cannotMoveHeld;
  if (!isMovable(job)) return words.cannotMoveOver;
  return job.status === "needs_new_date" ? words.needsDate : null;
}
