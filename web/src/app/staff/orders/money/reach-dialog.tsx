import { type StaffOrder, staffOrders } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { useOrderMoney } from "../actions/use-order.ts";
import { useOrderAction } from "../actions/use-order-action.ts";
import { moneyWords as words } from "./copy.ts";

type ReachDialogProps = {
  order: StaffOrder;
  kind: "equipment" | "completion";
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Mark a milestone as reached: its payment becomes due, and the amount is shown first. */
export function ReachDialog({ order, kind, onClose, onDone }: ReachDialogProps) {
  const money = useOrderMoney(order.id);
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.reachMilestone, () =>
    onDone(words.reached[kind]),
  );
  const share = money.data?.milestones.find((milestone) => milestone.kind === kind);

  return (
    <ActionDialog
      title={words.reachTitle[kind]}
      onClose={onClose}
      consequence={
        <LoadedPart query={money}>
          {() =>
            share &&
            words.reachConsequence(
              share.percent,
              dollarsAndCents(share.amount_cents),
              order.customer.name,
            )
          }
        </LoadedPart>
      }
      confirm={words.reach[kind]}
      isSending={isSending}
      isBlocked={!share}
      refusal={refusal}
      onConfirm={() => run({ id: order.id, kind })}
    />
  );
}
