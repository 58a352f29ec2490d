import { useMutation } from "@tanstack/react-query";
import { type Job, staffBoard, type TimeWindow } from "#api/staff-board.ts";
import { useToast } from "#ui/toast.tsx";
import { jobWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type Move = { job: Job; day: string; window: TimeWindow; reason: string };

/** Move a job. The board is loaded again, whatever the response. */
export function useMove(onDone: (job: Job) => void) {
  const toast = useToast();
  const refreshBoard = useBoardRefresh();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (move: Move) => ({
      job: await staffBoard.move(move),
      previousTechnician: move.job.technician,
    }),
    onSuccess: ({ job, previousTechnician }) => {
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
    onError: () => void refreshBoard(),
  });
  return {
    now: (move: Move) => {
      if (!isPending) mutate(move);
    },
    isMoving: isPending,
    failure: error,
    reset,
  };
}
