import type { ComponentProps, ReactNode } from "react";

export type Column = ComponentProps<"th"> & {
  name: ReactNode;
  /** For React, where the name is no text or not the only one of its kind. */
  key?: string;
};

type TableProps = ComponentProps<"table"> & {
  columns?: readonly Column[];
  /** Heads that are more than a name, before those of `columns`. */
  head?: ReactNode;
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
  headClass,
  bodyClass,
  children,
  ...table
}: TableProps) => (
  <table {...table}>
    <thead className={headClass}>
      <tr>
        {head}
        {columns.map(({ name, key = String(name), ...column }) => (
          <th scope="col" {...column} key={key}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className={bodyClass}>{children}</tbody>
  </table>
);
