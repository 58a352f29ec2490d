import { type Job, staffBoard, type Technician } from "#lib/api/staff-board.ts";
import { toast } from "#ui/toast.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { jobWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type Sent = { job: Job; technician: Technician | null };

/** Assign a technician. The board is loaded again, whatever the response. */
export function useBoardMutation(onDone: () => void = () => {}) {
  const lookAgain = useBoardRefresh();
  const { press, pending, failure, reset } = useMutationOnce(
    (sent: Sent) => staffBoard.send(sent),
    {
      onDone: ({ customer_name, technician }) => {
        const title = technician
          ? words.sent(technician.name, customer_name)
          : words.removed(customer_name);
        const notice = technician ? { text: words.told(customer_name) } : {};
        toast({ title, ...notice, tone: "success" });
        void lookAgain();
        onDone();
      },
      onRefused: () => void lookAgain(),
    },
  );
  return { now: press, isSending: pending !== null, failure, reset };
}
