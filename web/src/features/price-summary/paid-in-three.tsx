import type { Part } from "#business/prices.ts";
import { feeCreditDays, feeName, reservationFee } from "#business/terms.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";

/** The three payments of a price, and what comes off the first one. */
export function PaidInThree({ parts }: { parts: readonly Part[] }) {
  return (
    <div className="text-sm text-quiet">
      <p>
        {m.paid_in_three()}{" "}
        <span className="tabular-nums">
          {parts.map(({ kind, shown_cents }, number) => (
            <span key={kind}>
              {number > 0 && " · "}
              <span data-part="payments">{wholeDollars(shown_cents)}</span>
            </span>
          ))}
        </span>
      </p>
      <p>{m.paid_in_three_credit({ amount: reservationFee, fee: feeName, days: feeCreditDays })}</p>
    </div>
  );
}
