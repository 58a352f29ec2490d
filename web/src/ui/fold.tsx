import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";

type FoldProps = { title: string; children: ReactNode };

/** A part that is opened by a press, with script or without. */
export const Fold = ({ title, children }: FoldProps) => (
  <details className="group/fold border-line not-first:border-t">
    <summary className="flex min-h-target list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
      {title}
      <Icon
        className="text-quiet transition-transform group-open/fold:rotate-180"
        name="chevron-down"
        size="sm"
      />
    </summary>
    <div className="pb-3">{children}</div>
  </details>
);
