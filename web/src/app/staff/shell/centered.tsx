/** Classes of a page outside of the console: one narrow column. */
export const CENTERED =
  "grid flex-1 grid-cols-[minmax(0,26rem)] content-start justify-center gap-4 bg-surface-sunken px-gutter pt-[clamp(1.5rem,8vh,5rem)] pb-12 text-sm";
