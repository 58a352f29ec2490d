import type { ComponentProps, ReactNode } from "react";

export type Column = {
  name: ReactNode;
  /** For React, where the name is no text. */
  key?: string;
  className?: string;
  sort?: "ascending" | "descending" | undefined;
};

type TableProps = ComponentProps<"table"> & {
  columns: readonly Column[];
  headClass?: string;
  bodyClass?: string;
};

/**
 * A table with a heading for each column; its children are the rows of its body. Only staff's
 * screens use it: beside what all pages share it would take theirs over their budgets.
 */
export const Table = ({ columns, headClass, bodyClass, children, ...table }: TableProps) => (
  <table {...table}>
    <thead className={headClass}>
      <tr>
        {columns.map(({ name, key = String(name), className, sort }) => (
          <th scope="col" className={className} aria-sort={sort} key={key}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className={bodyClass}>{children}</tbody>
  </table>
);
