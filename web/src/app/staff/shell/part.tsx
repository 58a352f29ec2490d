import type { ReactNode } from "react";

const GAPS = { sm: "gap-2", md: "gap-4" };

type PartProps = {
  id: string;
  title: string;
  note?: string | undefined;
  gap?: keyof typeof GAPS | undefined;
  children: ReactNode;
};

/** Framed part of a screen, with a small heading. */
export const Part = ({ id, title, note, gap = "sm", children }: PartProps) => (
  <section
    className={`grid min-w-0 rounded-sm border border-line bg-surface p-4 ${GAPS[gap]}`}
    aria-labelledby={`${id}-title`}
  >
    <h2 className="text-sm" id={`${id}-title`}>
      {title}
    </h2>
    {note && <p className="text-xs text-quiet">{note}</p>}
    {children}
  </section>
);
