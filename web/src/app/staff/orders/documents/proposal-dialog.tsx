import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOrderAction } from "../actions/use-order-action.ts";
import { paperWords as words } from "./copy.ts";

type ProposalDialogProps = {
  order: StaffOrder;
  onClose: () => void;
  onDone: (message: string) => void;
};

export function ProposalDialog({ order, onClose, onDone }: ProposalDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.makeProposal, () =>
    onDone(words.generated),
  );
  return (
    <ActionDialog
      title={words.generateTitle}
      onClose={onClose}
      consequence={words.generateConsequence(
        dollarsAndCents(order.price.lines.total_cents),
        order.customer.name,
      )}
      confirm={words.generate}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(order.id)}
    />
  );
}
