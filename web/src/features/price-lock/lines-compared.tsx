import type { Lines } from "#api/my-booking.ts";
import { isExtra, lineName } from "#business/extras.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Table } from "#ui/table.tsx";

type Sum = Exclude<keyof Lines, "line_items">;
type Row = { key: string; name: string; before: number; after: number };

const SUMS: readonly (readonly [string, Sum])[] = [
  [m.price_lock_change_installation_short(), "installation_cents"],
  [m.price_lock_change_generator_short(), "generator_cents"],
  [m.price_lock_change_tax_short(), "sales_tax_cents"],
  [m.price_lock_permit(), "permit_cents"],
];

const NAME = "px-0 py-2 text-start align-baseline wrap-break-word hyphens-auto";
const AMOUNT = "py-2 ps-2 pe-0 text-end align-baseline";

type LinesComparedProps = { before: Lines; after: Lines };

/** Two prices line by line, each column with its total; differences are highlighted. */
export function LinesCompared({ before, after }: LinesComparedProps) {
  const rowOf = (name: string, line: Sum): Row => ({
    key: line,
    name,
    before: before[line] ?? 0,
    after: after[line] ?? 0,
  });
  const discount: Row = {
    key: "discount",
    name: m.price_lock_discount(),
    before: -(before.discount_cents ?? 0),
    after: -(after.discount_cents ?? 0),
  };
  // What is included for nothing is a line too; a sum or a discount of nothing is none.
  const some = (row: Row) => row.before !== 0 || row.after !== 0;
  const rows: Row[] = [
    ...SUMS.map(([name, line]) => rowOf(name, line)).filter(some),
    ...extrasCompared(before, after),
    ...[discount].filter(some),
  ];
  return (
    <Table
      className="w-full border-collapse text-sm leading-[1.4] tabular-nums"
      headClass="text-xs text-quiet"
      columns={[
        { name: m.price_lock_change_line(), className: NAME },
        { name: m.price_lock_change_before(), className: AMOUNT },
        { name: m.price_lock_change_after(), className: AMOUNT },
      ]}
      data-sum
    >
      {rows.map((row) => (
        <ComparedRow key={row.key} row={row} />
      ))}
      <ComparedRow row={rowOf(m.price_lock_total(), "total_cents")} isTotal />
    </Table>
  );
}

function ComparedRow({ row, isTotal = false }: { row: Row; isTotal?: boolean }) {
  const { name, before, after } = row;
  const weight = isTotal ? "font-bold" : "font-normal";
  const newWeight = before === after ? weight : "font-bold";
  const mark = (column: string) => (isTotal ? { "data-total": column } : { "data-part": column });
  return (
    <tr className={isTotal ? "" : "border-b border-line"}>
      <th className={`${NAME} ${weight}`} scope="row">
        {name}
      </th>
      <td className={`${AMOUNT} ${weight}`} {...mark("before")}>
        {dollarsAndCents(before)}
      </td>
      <td className={`${AMOUNT} ${newWeight}`} {...mark("after")}>
        {dollarsAndCents(after)}
      </td>
    </tr>
  );
}

// An extra is the same one before and after if it has the same words; of several with the same
// words the first goes with the first.
function extrasCompared(before: Lines, after: Lines): Row[] {
  const rows = new Map<string, Row>();
  for (const [side, { line_items = [] }] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const seen = new Map<string, number>();
    for (const line of line_items.filter(isExtra)) {
      const number = seen.get(line.description) ?? 0;
      seen.set(line.description, number + 1);
      const key = `${number} ${line.description}`;
      const row = rows.get(key) ?? { key, before: 0, after: 0 };
      rows.set(key, { ...row, name: lineName(line), [side]: line.amount_cents });
    }
  }
  return [...rows.values()];
}
