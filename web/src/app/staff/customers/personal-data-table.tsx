import type { PersonalDataCount } from "#api/staff-customers.ts";
import { copy, tableName } from "./copy.ts";

const CELL = "border-b border-line py-1.5 ps-0 pe-2 text-start align-top";

/** Tables with rows about the customer, and what erasing does to them. */
export const PersonalDataTable = ({ holdings }: { holdings: readonly PersonalDataCount[] }) => (
  <table className="w-full border-collapse tabular-nums">
    <thead>
      <tr>
        {[copy.table, copy.rows, copy.becomes].map((column) => (
          <th scope="col" className={`${CELL} text-xs font-semibold text-quiet`} key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {holdings.map(({ table, rows, becomes }) => (
        <tr key={table}>
          <th scope="row" className={`${CELL} font-normal`}>
            {tableName(table)}
          </th>
          <td className={CELL}>{rows}</td>
          <td className={CELL}>{copy.becomesWords[becomes]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
