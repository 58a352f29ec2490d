import { type StaffOrder, staffOrders } from "#lib/api/staff-orders.ts";
import { ActDialog } from "../act/act-dialog.tsx";
import { useAct } from "../act/use-act.ts";
import { powerOnWords as words } from "./copy.ts";

type PowerOnDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (said: string) => void;
};

/** The last thing that staff say of an order: the house has standby power. */
export function PowerOnDialog({ order, onClose, onDone }: PowerOnDialogProps) {
  const { act, isSending, refusal } = useAct(order, staffOrders.powerOn, () => onDone(words.done));
  return (
    <ActDialog
      title={words.title}
      onClose={onClose}
      consequence={words.consequence(order.customer.name)}
      confirm={words.confirm}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => act(order.id)}
    />
  );
}
