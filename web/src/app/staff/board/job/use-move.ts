import { type Job, staffBoard, type TimeWindow } from "#lib/api/staff-board.ts";
import { toast } from "#ui/toast.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { jobWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type Move = { job: Job; day: string; window: TimeWindow; reason: string };

/** Move a job. The board is loaded again, whatever the response. */
export function useMove(onDone: (job: Job) => void) {
  const refreshBoard = useBoardRefresh();
  const { mutate, pending, failure, reset } = useMutationOnce(
    async (move: Move) => ({
      job: await staffBoard.move(move),
      previousTechnician: move.job.technician,
    }),
    {
      onDone: ({ job, previousTechnician }) => {
        const isUnassigned = previousTechnician !== null && job.technician === null;
        toast({
          title: words.moved(job.customer_name, job.day),
          text: isUnassigned
            ? words.takenOff(previousTechnician.name)
            : words.told(job.customer_name),
          tone: isUnassigned ? "warning" : "success",
        });
        void refreshBoard();
        onDone(job);
      },
      onRefused: () => void refreshBoard(),
    },
  );
  return { now: mutate, isMoving: pending !== null, failure, reset };
}
