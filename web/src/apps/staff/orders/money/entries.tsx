import type { StaffMoney } from "#lib/api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { moneyWords as words } from "./copy.ts";

type EntriesProps = { entries: StaffMoney["entries"]; balanceCents: number };

/** The account as it was booked, and the balance that its entries sum to. */
export function Entries({ entries, balanceCents }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <details className="entries">
      <summary>{words.entries}</summary>
      <div className="entries__frame">
        <table className="entries__table">
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.entryAmount}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.at} ${entry.kind} ${entry.note} ${entry.amount_cents}`}>
                <td>{dayAndTimeOf(entry.at)}</td>
                <td>
                  {words.entryKinds[entry.kind] ?? entry.kind}
                  {entry.note && <small> {entry.note}</small>}
                </td>
                <td>{dollarsAndCents(entry.amount_cents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {words.balance}
              </th>
              <td>{dollarsAndCents(balanceCents)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}
