import { type Job, staffBoard, type Technician } from "#lib/api/staff-board.ts";
import { toast } from "#ui/toast.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { jobWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type Assignment = { job: Job; technician: Technician | null };

/** Assign a technician. The board is loaded again, whatever the response. */
export function useBoardMutation(onDone: () => void = () => {}) {
  const refreshBoard = useBoardRefresh();
  const { mutate, pending, failure, reset } = useMutationOnce(
    (assignment: Assignment) => staffBoard.send(assignment),
    {
      onDone: ({ customer_name, technician }) => {
        const title = technician
          ? words.sent(technician.name, customer_name)
          : words.removed(customer_name);
        const notice = technician ? { text: words.told(customer_name) } : {};
        toast({ title, ...notice, tone: "success" });
        void refreshBoard();
        onDone();
      },
      onRefused: () => void refreshBoard(),
    },
  );
  return { now: mutate, isSending: pending !== null, failure, reset };
}
