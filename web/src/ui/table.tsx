import type { ComponentProps, ReactNode } from "react";

export type Column = {
  name: ReactNode;
  /** For React, where the name is no text or not the only one of its kind. */
  key?: string;
  className?: string;
  /** Said in place of a name that is short. */
  label?: string;
  sort?: "ascending" | "descending" | undefined;
};

type TableProps = ComponentProps<"table"> & {
  columns?: readonly Column[];
  /** Heads that are more than a name, before those of `columns`. */
  head?: ReactNode;
  foot?: ReactNode;
  headClass?: string;
  bodyClass?: string;
};

/**
 * A table with a heading for each column; its children are the rows of its body. With the role
 * "grid" arrow keys go between its cells.
 */
export const Table = ({
  columns = [],
  head,
  foot,
  headClass,
  bodyClass,
  children,
  ...table
}: TableProps) => (
  <table {...table}>
    <thead className={headClass}>
      <tr>
        {head}
        {columns.map(({ name, key = String(name), className, label, sort }) => (
          <th scope="col" className={className} aria-label={label} aria-sort={sort} key={key}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className={bodyClass}>{children}</tbody>
    {foot}
  </table>
);
