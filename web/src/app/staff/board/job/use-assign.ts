import { useMutation } from "@tanstack/react-query";
import { type Job, staffBoard, type Technician } from "#api/staff-board.ts";
import { useToast } from "#ui/toast.tsx";
import { jobWords as words } from "../copy.ts";
import { useBoardRefresh } from "../use-board.ts";

type Assignment = { job: Job; technician: Technician | null };

/** Assign a technician. The board is loaded again, whatever the response. */
export function useBoardMutation(onDone: () => void = () => {}) {
  const toast = useToast();
  const refreshBoard = useBoardRefresh();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (assignment: Assignment) => staffBoard.send(assignment),
    onSuccess: ({ customer_name, technician }) => {
      const title = technician
        ? words.sent(technician.name, customer_name)
        : words.removed(customer_name);
      const notice = technician ? { text: words.told(customer_name) } : {};
      toast({ title, ...notice, tone: "success" });
      void refreshBoard();
      onDone();
    },
    onError: () => void refreshBoard(),
  });
  return {
    now: (assignment: Assignment) => {
      if (!isPending) mutate(assignment);
    },
    isSending: isPending,
    failure: error,
    reset,
  };
}
