import type { Lines } from "#api/my-booking.ts";
import { lineName } from "#business/extras.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";

type Sum = Exclude<keyof Lines, "line_items">;
type Row = { name: string; before: number; after: number; isTotal?: boolean };

const SUMS: readonly (readonly [string, Sum])[] = [
  [m.price_lock_change_installation_short(), "installation_cents"],
  [m.price_lock_change_generator_short(), "generator_cents"],
  [m.price_lock_change_tax_short(), "sales_tax_cents"],
  [m.price_lock_permit(), "permit_cents"],
];

const NAME = "px-0 py-2 text-start align-baseline wrap-anywhere";
const AMOUNT = "py-2 ps-2 pe-0 text-end align-baseline";

type LinesComparedProps = { before: Lines; after: Lines };

/** Two prices line by line; differences are highlighted. */
export function LinesCompared({ before, after }: LinesComparedProps) {
  const sum = (name: string, line: Sum) => ({
    name,
    before: before[line] ?? 0,
    after: after[line] ?? 0,
  });
  const rows: Row[] = [
    ...SUMS.map(([name, line]) => sum(name, line)),
    ...extrasCompared(before, after),
    sum(m.price_lock_discount(), "discount_cents"),
  ];
  const total = { ...sum(m.price_lock_total(), "total_cents"), isTotal: true };
  return (
    <table className="w-full border-collapse text-sm leading-[1.4] tabular-nums">
      <thead>
        <tr className="text-xs text-quiet">
          <th className={NAME} scope="col">
            {m.price_lock_change_line()}
          </th>
          <th className={AMOUNT} scope="col">
            {m.price_lock_change_before()}
          </th>
          <th className={AMOUNT} scope="col">
            {m.price_lock_change_after()}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...rows.filter((row) => row.before || row.after), total].map((row) => {
          const weight = row.isTotal ? "font-bold" : "font-normal";
          const newWeight = row.before === row.after ? weight : "font-bold";
          return (
            <tr className={row.isTotal ? "" : "border-b border-line"} key={row.name}>
              <th className={`${NAME} ${weight}`} scope="row">
                {row.name}
              </th>
              <td className={`${AMOUNT} ${weight}`}>{dollarsAndCents(row.before)}</td>
              <td className={`${AMOUNT} ${newWeight}`}>{dollarsAndCents(row.after)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

// An extra is the same one before and after if it has the same words.
function extrasCompared(before: Lines, after: Lines): Row[] {
  const rows = new Map<string, Row>();
  for (const [side, { line_items = [] }] of [
    ["before", before],
    ["after", after],
  ] as const) {
    for (const line of line_items.filter(({ kind }) => kind === "extra")) {
      const row = rows.get(line.description) ?? { name: "", before: 0, after: 0 };
      rows.set(line.description, {
        ...row,
        name: lineName(line),
        [side]: row[side] + line.amount_cents,
      });
    }
  }
  return [...rows.values()];
}
