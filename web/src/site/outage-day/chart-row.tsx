import type { ReactNode } from "react";

type ChartRowProps = { name: string; detail: string; children: ReactNode };

/** A name with its detail, and its drawing below it or beside it. */
export function ChartRow({ name, detail, children }: ChartRowProps) {
  return (
    <div className="grid items-center gap-1.5 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-6">
      <p className="text-base leading-[1.35] font-semibold">
        {name} <span className="text-sm font-normal text-quiet md:block">{detail}</span>
      </p>
      {children}
    </div>
  );
}
