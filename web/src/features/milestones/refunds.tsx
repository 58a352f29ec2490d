import type { RefundState } from "#api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { copy } from "./copy.ts";

export function Refunds({ refunds }: { refunds: readonly RefundState[] }) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-title">
      <h3 className="text-base" id="refunds-title">
        {copy.refunds}
      </h3>
      <MoneyLines>
        {refunds.map(({ at, amount_cents, status, reason }) => (
          <MoneyLine
            key={`${at} ${amount_cents} ${reason}`}
            name={copy.refundStates[status]}
            note={`${shortDay(dayOf(at))}${reason && `, ${reason}`}`}
            cents={amount_cents}
          />
        ))}
      </MoneyLines>
    </section>
  );
}
