import { type Job, staffBoard, type TimeWindow } from "#lib/api/staff-board.ts";
import { toast } from "#ui/toast.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { jobWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type Move = { job: Job; day: string; window: TimeWindow; reason: string };

/** Move a job. The board is loaded again, whatever the response. */
export function useMove(onDone: (moved: Job) => void) {
  const lookAgain = useBoardRefresh();
  const { press, pending, failure, reset } = useMutationOnce(
    async (move: Move) => ({ moved: await staffBoard.move(move), came: move.job.technician }),
    {
      onDone: ({ moved, came: otherJob }) => {
        const isTakenOff = otherJob !== null && moved.technician === null;
        toast({
          title: words.moved(moved.customer_name, moved.day),
          text: isTakenOff ? words.takenOff(otherJob.name) : words.told(moved.customer_name),
          tone: isTakenOff ? "warning" : "success",
        });
        void lookAgain();
        onDone(moved);
      },
      onRefused: () => void lookAgain(),
    },
  );
  return { now: press, isMoving: pending !== null, failure, reset };
}
