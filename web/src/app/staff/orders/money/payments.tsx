import type { StaffPayment } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { useOpenDialog } from "../actions/dialogs.ts";
import { paymentTones, moneyWords as words } from "./copy.ts";

/** Payments, each with a button to refund it in whole or in part. */
export function Payments({ payments }: { payments: readonly StaffPayment[] }) {
  const open = useOpenDialog();
  if (payments.length === 0) return <p className="part__quiet">{words.noPayments}</p>;
  return (
    <ul className="lines">
      {payments.map((payment) => (
        <li className="line" key={payment.id}>
          <span className="line__what">
            <strong>
              {words.purposes[payment.purpose]}, {dollarsAndCents(payment.amount_cents)}
            </strong>
            <span className="line__fact">{factsOf(payment)}</span>
          </span>
          {payment.is_disputed && <Badge tone="danger">{words.disputed}</Badge>}
          <Badge tone={paymentTones[payment.status]}>{words.paymentStates[payment.status]}</Badge>
          {(payment.status === "paid" || payment.status === "returned") && (
            <ActionButton
              needs="refund"
              notNow={payment.left_cents > 0 ? null : words.nothingLeft}
              onClick={() => open({ is: "refund", payment })}
            >
              {words.refund}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function factsOf({
  method,
  surcharge_cents,
  refunded_cents,
  disputed_cents,
}: StaffPayment): string {
  return [
    words.methods[method],
    surcharge_cents > 0 && words.withSurcharge(dollarsAndCents(surcharge_cents)),
    refunded_cents > 0 && words.refundedSoFar(dollarsAndCents(refunded_cents)),
    disputed_cents > 0 && words.takenSoFar(dollarsAndCents(disputed_cents)),
  ]
    .filter(Boolean)
    .join(" · ");
}
