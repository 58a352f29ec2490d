import type { ReactNode } from "react";
import "./panel.css";

type PanelProps = {
  /** Anchor for links on the same page. */
  id: string;
  title: string;
  /** Status shown beside the title. */
  badge?: ReactNode | undefined;
  children: ReactNode;
};

/** Section with its own heading, on a page with several. */
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
