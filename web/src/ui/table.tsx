import type { ComponentProps, ReactNode } from "react";

export type Column = {
  /** Its heading; without one its cell in the head is empty. */
  name: ReactNode;
  /** For React, where the name is no text. */
  key?: string;
  className?: string;
  sort?: "ascending" | "descending" | undefined;
};

type TableProps = ComponentProps<"table"> & {
  /** Without columns a table has no head: each row is a name with its value. */
  columns?: readonly Column[];
  headClass?: string;
  headRowClass?: string;
  bodyClass?: string;
  foot?: ReactNode;
};

/** A table with a heading for each column; its children are the rows of its body. */
export const Table = ({
  columns = [],
  headClass,
  headRowClass,
  bodyClass,
  foot,
  children,
  ...table
}: TableProps) => (
  <table {...table}>
    {columns.length > 0 && (
      <thead className={headClass}>
        <tr className={headRowClass}>
          {columns.map((column) => (
            <Head {...column} key={column.key ?? String(column.name)} />
          ))}
        </tr>
      </thead>
    )}
    <tbody className={bodyClass}>{children}</tbody>
    {foot && <tfoot>{foot}</tfoot>}
  </table>
);

const Head = ({ name, className, sort }: Column) =>
  name ? (
    <th scope="col" className={className} aria-sort={sort}>
      {name}
    </th>
  ) : (
    <td className={className} />
  );
