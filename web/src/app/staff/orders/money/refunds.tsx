import { type StaffOrder, type StaffRefund, staffOrders } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useOpenDialog } from "../actions/dialogs.ts";
import { useOrderAction } from "../actions/use-order-action.ts";
import { refundTones, moneyWords as words } from "./copy.ts";

export function Refunds({ refunds }: { refunds: readonly StaffRefund[] }) {
  const open = useOpenDialog();
  return (
    <ul className="lines">
      {refunds.map((refund) => (
        <li className="line" key={refund.id}>
          <span className="line__what">
            <strong>{dollarsAndCents(refund.amount_cents)}</strong>
            <span className="line__fact">
              {refund.reason} · {dayAndTimeOf(refund.at)}
            </span>
            {refund.provider_ref && (
              <span className="line__fact">{words.providerRef(refund.provider_ref)}</span>
            )}
            {canGoAgain(refund) && refund.last_error && (
              <span className="line__fact">{words.failedBecause(refund.last_error)}</span>
            )}
          </span>
          <Badge tone={refundTones[refund.status]}>{words.refundStates[refund.status]}</Badge>
          {canGoAgain(refund) && (
            <ActionButton needs="refund" onClick={() => open({ is: "retry", refund })}>
              {words.retry}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
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
