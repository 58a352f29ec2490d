import type { ComponentProps } from "react";

/** A part of the page that scrolls or is moved by keys, so it is reachable by key (WCAG 2.1.1). */
export const ScrollRegion = (props: ComponentProps<"section">) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
  <section tabIndex={0} {...props} />
);
