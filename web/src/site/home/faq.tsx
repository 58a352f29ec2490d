import type { ReactNode } from "react";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";

type FaqProps = {
  title?: string | undefined;
  /** Number of questions on the FAQ page. */
  count: number;
  /** Label of the link to all questions. */
  all?: ((inputs: { count: number }) => string) | undefined;
  /** Outer spacing only. */
  className?: string | undefined;
  /** The first questions. */
  children: ReactNode;
};

export function Faq({
  title = m.home_faq_title(),
  count,
  all = m.home_faq_all,
  className = "",
  children,
}: FaqProps) {
  return (
    <section
      className={`page grid gap-8 pb-section lg:grid-cols-[4fr_7fr] lg:gap-16 ${className}`.trim()}
      id="faq"
      aria-labelledby="faq-title"
    >
      <h2 className="text-3xl tracking-tight" id="faq-title">
        {title}
      </h2>
      <div className="grid min-w-0 justify-items-start gap-6">
        {children}
        <Button variant="outline" href={paths.faq} {...analyticsAttributes("faq_all_clicked")}>
          {all({ count })}
        </Button>
      </div>
    </section>
  );
}
