import type { LedgerEntry } from "#api/my-booking.ts";
import { feeTitle } from "#business/terms.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Table } from "#ui/table.tsx";

const CELL = "py-2 ps-0 pe-2 text-start align-baseline";
const LAST_CELL = "px-0 py-2 text-end align-baseline";

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
    <details>
      <summary className="min-h-target py-2 text-base font-semibold">{title}</summary>
      <div className="overflow-x-auto">
        <Table
          className="w-full border-collapse text-sm leading-[1.4] tabular-nums"
          headClass="border-b border-line text-xs text-quiet"
          columns={[
            { name: m.milestones_ledger_when(), className: CELL },
            { name: m.milestones_ledger_what(), className: CELL },
            { name: m.milestones_ledger_amount(), className: LAST_CELL },
          ]}
          data-sum
        >
          {entries.map((entry) => (
            <tr
              className="border-b border-line"
              key={`${entry.at} ${entry.kind} ${entry.note} ${entry.amount_cents}`}
            >
              <td className={`whitespace-nowrap ${CELL}`}>{tellTime(entry.at)}</td>
              <td className={CELL}>
                {m.milestones_ledger_kinds({ kind: entry.kind, fee: feeTitle })}
                {entry.note && (
                  <small className="block text-xs text-quiet wrap-anywhere">{entry.note}</small>
                )}
              </td>
              <td className={LAST_CELL} data-part="entries">
                {dollarsAndCents(entry.amount_cents)}
              </td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th className={`font-semibold ${CELL}`} scope="row" colSpan={2}>
              {m.milestones_ledger_balance()}
            </th>
            <td className={LAST_CELL} data-total="entries">
              {dollarsAndCents(balanceCents)}
            </td>
          </tr>
        </Table>
      </div>
    </details>
  );
}
