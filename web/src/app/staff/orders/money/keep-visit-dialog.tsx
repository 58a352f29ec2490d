import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { moneyWords as words } from "./copy.ts";

type KeepVisitDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Staff's decision that the crew comes although the fee was refunded. */
export function KeepVisitDialog({ order, onClose, onDone }: KeepVisitDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.keepVisit, () =>
    onDone(words.kept),
  );
  return (
    <ActionDialog
      title={words.keepTitle}
      onClose={onClose}
      consequence={words.keepConsequence(order.customer.name)}
      confirm={words.keep}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(order.id)}
    />
  );
}
