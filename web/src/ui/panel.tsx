import type { ReactNode } from "react";
import "./panel.css";

type PanelProps = {
  /** Where a link on the same page leads to it. */
  id: string;
  title: string;
  /** What it says of itself at a glance, beside its title. */
  badge?: ReactNode | undefined;
  children: ReactNode;
};

/** One subject of a page with several, under its own heading. */
export function Panel({ id, title, badge, children }: PanelProps) {
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-title`}>
      <header className="panel__head">
        <h2 className="panel__title" id={`${id}-title`}>
          {title}
        </h2>
        {badge}
      </header>
      {children}
    </section>
  );
}
