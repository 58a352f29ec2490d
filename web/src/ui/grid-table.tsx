import type { ComponentProps } from "react";

/** A table whose cells arrow keys go between: a grid by WAI-ARIA's practices. */
export const GridTable = (props: ComponentProps<"table">) => (
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: no element of HTML is a grid
  <table {...props} role="grid" />
);

/** A cell of a GridTable that can be selected. */
export const GridCell = (props: ComponentProps<"td">) => (
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a plain cell cannot be selected
  <td {...props} role="gridcell" tabIndex={-1} />
);
