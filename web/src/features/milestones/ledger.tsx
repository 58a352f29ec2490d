import type { LedgerEntry } from "#api/my-booking.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { ledgerWords as words } from "./ledger-copy.ts";
import "./ledger.css";

type LedgerProps = {
  title: string;
  entries: readonly LedgerEntry[];
  balanceCents: number;
  /** Formats an entry's date and time. */
  tellTime: (instant: string) => string;
};

/** Every ledger entry and their sum, the balance. */
export function Ledger({ title, entries, balanceCents, tellTime }: LedgerProps) {
  if (entries.length === 0) return null;
  return (
    <details className="ledger">
      <summary>{title}</summary>
      <div className="ledger__frame">
        <table className="ledger__table">
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.amount}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.at} ${entry.kind} ${entry.note} ${entry.amount_cents}`}>
                <td>{tellTime(entry.at)}</td>
                <td>
                  {words.kinds[entry.kind]}
                  {entry.note && <small>{entry.note}</small>}
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
