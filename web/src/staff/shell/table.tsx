/** Tables of the console. */
import type { ReactNode } from "react";

type HeadsProps = { columns: readonly string[]; cell: string };

/** The first row of a table; `cell` are the classes of its cells. */
export const ColumnHeads = ({ columns, cell }: HeadsProps) => (
  <tr>
    {columns.map((column) => (
      <th
        scope="col"
        className={`${cell} text-start text-xs font-semibold text-quiet`}
        key={column}
      >
        {column}
      </th>
    ))}
  </tr>
);

/** The classes of a cell of `ListTable`. */
export const LIST_CELL =
  "align-top max-sm:px-0 max-sm:py-1 sm:border-b sm:border-line sm:px-3 sm:py-2";

/** A list as a table; on a phone each row is a block of its own. */
export const ListTable = ({
  columns,
  children,
}: {
  columns: readonly string[];
  children: ReactNode;
}) => (
  <table className="w-full border-collapse bg-surface tabular-nums max-sm:block">
    <thead className="max-sm:sr-only">
      <ColumnHeads columns={columns} cell={LIST_CELL} />
    </thead>
    <tbody className="max-sm:block">{children}</tbody>
  </table>
);
