import type { LedgerEntry } from "#lib/api/my-booking.ts";
import { dayOf, shortDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { copy } from "./copy.ts";

type LedgerProps = { entries: readonly LedgerEntry[]; balanceCents: number };

/** Every entry of the account as it was booked, and the balance they sum to. */
export function Ledger({ entries, balanceCents }: LedgerProps) {
  if (entries.length === 0) return null;
  return (
    <details className="ledger">
      <summary>{copy.account}</summary>
      <table className="ledger__table">
        <thead>
          <tr>
            <th scope="col">{copy.when}</th>
            <th scope="col">{copy.what}</th>
            <th scope="col">{copy.entryAmount}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={`${entry.at} ${entry.kind} ${entry.note} ${entry.amount_cents}`}>
              <td>{shortDay(dayOf(entry.at))}</td>
              <td>
                {copy.entries[entry.kind] ?? entry.kind}
                {entry.note && <small>{entry.note}</small>}
              </td>
              <td>{dollarsAndCents(entry.amount_cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {copy.balance}
            </th>
            <td>{dollarsAndCents(balanceCents)}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
