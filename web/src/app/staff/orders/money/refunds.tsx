import { type StaffOrder, type StaffRefund, staffOrders } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOpenDialog } from "../actions/dialogs.ts";
import { useOrderAction } from "../actions/use-order-action.ts";
import { Fact, Line, Lines } from "../line.tsx";
import { refundTones, moneyWords as words } from "./copy.ts";

export function Refunds({ refunds }: { refunds: readonly StaffRefund[] }) {
  const open = useOpenDialog();
  return (
    <Lines>
      {refunds.map((refund) => (
        <Line
          key={refund.id}
          title={dollarsAndCents(refund.amount_cents)}
          facts={
            <>
              <Fact>
                {refund.reason} · {dayAndTimeOf(refund.at)}
              </Fact>
              {refund.provider_ref && <Fact>{words.providerRef(refund.provider_ref)}</Fact>}
              {canGoAgain(refund) && refund.last_error && (
                <Fact>{words.failedBecause(refund.last_error)}</Fact>
              )}
            </>
          }
        >
          <Badge tone={refundTones[refund.status]}>{words.refundStates[refund.status]}</Badge>
          {canGoAgain(refund) && (
            <ActionButton needs="refund" onClick={() => open({ is: "retry", refund })}>
              {words.retry}
            </ActionButton>
          )}
        </Line>
      ))}
    </Lines>
  );
}

const canGoAgain = ({ status }: StaffRefund) => status === "failed" || status === "returned";

type RetryDialogProps = {
  order: StaffOrder;
  refund: StaffRefund;
  onClose: () => void;
  onDone: (message: string) => void;
};

export function RetryDialog({ order, refund, onClose, onDone }: RetryDialogProps) {
  const { run, isSending, refusal } = useOrderAction(order, staffOrders.retryRefund, () =>
    onDone(words.retried),
  );
  return (
    <ActionDialog
      title={words.retryTitle}
      onClose={onClose}
      consequence={words.retryConsequence(dollarsAndCents(refund.amount_cents))}
      confirm={words.retry}
      isSending={isSending}
      refusal={refusal}
      onConfirm={() => run(refund.id)}
    />
  );
}
