import type { ReactNode } from "react";

type MetricTableProps = { columns: readonly string[]; children: ReactNode };

export const MetricTable = ({ columns, children }: MetricTableProps) => (
  <table className="w-full border-collapse tabular-nums">
    <thead>
      <tr>
        {columns.map((column) => (
          <th scope="col" className={`${CELL} text-xs font-semibold text-quiet`} key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

const CELL = "border-b border-line px-2 py-1.5 text-start align-top";

type RowHeadProps = { isWide?: boolean; children: ReactNode };

export const RowHead = ({ isWide = false, children }: RowHeadProps) => (
  <th scope="row" className={`${CELL} font-normal ${isWide ? "w-3/5" : ""}`}>
    {children}
  </th>
);

type CellProps = { wraps?: boolean; children: ReactNode };

export const Cell = ({ wraps = false, children }: CellProps) => (
  <td className={`${CELL} ${wraps ? "min-w-32 wrap-anywhere" : "whitespace-nowrap"}`}>
    {children}
  </td>
);
