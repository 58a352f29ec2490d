import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { powerOnWords as words } from "./copy.ts";

type PowerOnDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Report power on, the last step of an installation. */
export function PowerOnDialog({ order, onClose, onDone }: PowerOnDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.powerOn, () =>
    onDone(words.done),
  );
  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      consequence={words.consequence(order.customer.name)}
      confirm={words.confirm}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(order.id)}
    />
  );
}
