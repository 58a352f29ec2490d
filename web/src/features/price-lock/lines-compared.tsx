import type { Lines } from "#api/my-booking.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { changeCopy } from "./change-copy.ts";
import { copy } from "./copy.ts";
import "./price-lock.css";

const ROWS: readonly (readonly [string, keyof Lines])[] = [
  [changeCopy.installationShort, "installation_cents"],
  [changeCopy.generatorShort, "generator_cents"],
  [changeCopy.taxShort, "sales_tax_cents"],
  [copy.permit, "permit_cents"],
  [copy.discount, "discount_cents"],
  [copy.total, "total_cents"],
];

type LinesComparedProps = { before: Lines; after: Lines };

/** Two prices line by line; differences are highlighted. */
export function LinesCompared({ before, after }: LinesComparedProps) {
  const shown = ROWS.filter(
    ([, line]) => line === "total_cents" || before[line] !== 0 || after[line] !== 0,
  );
  return (
    <table className="lines-compared">
      <thead>
        <tr>
          <th scope="col">{changeCopy.line}</th>
          <th scope="col">{changeCopy.before}</th>
          <th scope="col">{changeCopy.after}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(([name, line]) => (
          <tr key={line} data-changed={before[line] !== after[line] || undefined}>
            <th scope="row">{name}</th>
            <td>{dollarsAndCents(before[line])}</td>
            <td>{dollarsAndCents(after[line])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
