/** Tables of the console. */
import type { ReactNode } from "react";
import { type Column, Table } from "#ui/table.tsx";

/** Columns by their names; `cell` are the classes of the table's cells. */
export const columnsOf = (names: readonly string[], cell: string): Column[] =>
  names.map((name) => ({
    name,
    className: `${cell} text-start text-xs font-semibold text-quiet`,
  }));

/** The classes of a cell of `ListTable`. */
export const LIST_CELL =
  "align-top max-sm:px-0 max-sm:py-1 sm:border-b sm:border-line sm:px-3 sm:py-2";

type ListTableProps = { columns: readonly string[]; children: ReactNode };

/** A list as a table; on a phone each row is a block of its own. */
export const ListTable = ({ columns, children }: ListTableProps) => (
  <Table
    className="w-full border-collapse bg-surface tabular-nums max-sm:block"
    columns={columnsOf(columns, LIST_CELL)}
    headClass="max-sm:sr-only"
    bodyClass="max-sm:block"
  >
    {children}
  </Table>
);
