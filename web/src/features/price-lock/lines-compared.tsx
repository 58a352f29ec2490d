import type { Lines } from "#api/my-booking.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";

type Sum = Exclude<keyof Lines, "line_items">;

const ROWS: readonly (readonly [string, Sum])[] = [
  [m.price_lock_change_installation_short(), "installation_cents"],
  [m.price_lock_change_generator_short(), "generator_cents"],
  [m.price_lock_change_tax_short(), "sales_tax_cents"],
  [m.price_lock_permit(), "permit_cents"],
  [m.price_lock_extras(), "extras_cents"],
  [m.price_lock_discount(), "discount_cents"],
  [m.price_lock_total(), "total_cents"],
];

const NAME = "px-0 py-2 text-start align-baseline";
const AMOUNT = "py-2 ps-2 pe-0 text-end align-baseline";

type LinesComparedProps = { before: Lines; after: Lines };

/** Two prices line by line; differences are highlighted. */
export function LinesCompared({ before, after }: LinesComparedProps) {
  const shown = ROWS.filter(
    ([, line]) => line === "total_cents" || (before[line] ?? 0) !== 0 || (after[line] ?? 0) !== 0,
  );
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
        {shown.map(([name, line]) => {
          const isTotal = line === "total_cents";
          const weight = isTotal ? "font-bold" : "font-normal";
          const newWeight = before[line] === after[line] ? weight : "font-bold";
          return (
            <tr className={isTotal ? "" : "border-b border-line"} key={line}>
              <th className={`${NAME} ${weight}`} scope="row">
                {name}
              </th>
              <td className={`${AMOUNT} ${weight}`}>{dollarsAndCents(before[line])}</td>
              <td className={`${AMOUNT} ${newWeight}`}>{dollarsAndCents(after[line])}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
