import type { ReactNode } from "react";

const SIZES = {
  md: { panel: "gap-4 p-[clamp(1.25rem,1rem+1.5vw,2rem)]", title: "text-lg" },
  sm: { panel: "gap-3 p-4", title: "text-md" },
};

type PanelProps = {
  /** Anchor for links on the same page. */
  id: string;
  title: string;
  /** Status shown beside the title. */
  badge?: ReactNode | undefined;
  size?: keyof typeof SIZES | undefined;
  children: ReactNode;
};

/** Section with its own heading, on a page with several. */
export function Panel({ id, title, badge, size = "md", children }: PanelProps) {
  return (
    <section
      className={`grid min-w-0 scroll-mt-4 rounded-md border border-line bg-surface-raised ${SIZES[size].panel}`}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className={`focus:outline-none ${SIZES[size].title}`} id={`${id}-title`}>
          {title}
        </h2>
        {badge}
      </header>
      {children}
    </section>
  );
}
