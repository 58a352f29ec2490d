import type { PersonalDataCount } from "#api/staff-customers.ts";
import { copy, tableName } from "./copy.ts";

/** Tables with rows about the customer, and what erasing does to them. */
export const PersonalDataTable = ({ holdings }: { holdings: readonly PersonalDataCount[] }) => (
  <table className="held">
    <thead>
      <tr>
        <th scope="col">{copy.table}</th>
        <th scope="col">{copy.rows}</th>
        <th scope="col">{copy.becomes}</th>
      </tr>
    </thead>
    <tbody>
      {holdings.map(({ table, rows, becomes }) => (
        <tr key={table}>
          <th scope="row">{tableName(table)}</th>
          <td>{rows}</td>
          <td data-becomes={becomes}>{copy.becomesWords[becomes]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
