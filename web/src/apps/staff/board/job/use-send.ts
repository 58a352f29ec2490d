import { type Job, staffBoard, type Technician } from "#lib/api/staff-board.ts";
import { toast } from "#ui/toast.tsx";
import { useSending } from "#ui/use-sending.ts";
import { jobWords as words } from "../copy.ts";
import { useLookAgain } from "../use-board.ts";

type Sent = { job: Job; technician: Technician | null };

/** Says who comes; whatever the answer, the board is looked at again. */
export function useSend(onDone: () => void = () => {}) {
  const lookAgain = useLookAgain();
  const { press, pending, failure, reset } = useSending((sent: Sent) => staffBoard.send(sent), {
    onDone: ({ customer_name, technician }) => {
      const title = technician
        ? words.sent(technician.name, customer_name)
        : words.removed(customer_name);
      const told = technician ? { text: words.told(customer_name) } : {};
      toast({ title, ...told, tone: "success" });
      void lookAgain();
      onDone();
    },
    onRefused: () => void lookAgain(),
  });
  return { now: press, isSending: pending !== null, failure, reset };
}
