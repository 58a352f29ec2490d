import type { StaffPayment } from "#api/staff-orders.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { useOpenDialog } from "../actions/dialogs.ts";
import { Fact, Line, Lines } from "../line.tsx";
import { paymentTones, moneyWords as words } from "./copy.ts";

/** Payments, each with a button to refund it in whole or in part. */
export function Payments({ payments }: { payments: readonly StaffPayment[] }) {
  const open = useOpenDialog();
  if (payments.length === 0) return <p className="text-quiet">{words.noPayments}</p>;
  return (
    <Lines>
      {payments.map((payment) => (
        <Line
          key={payment.id}
          title={`${words.purposes[payment.purpose]}, ${dollarsAndCents(payment.amount_cents)}`}
          facts={<Fact>{factsOf(payment)}</Fact>}
        >
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
        </Line>
      ))}
    </Lines>
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
