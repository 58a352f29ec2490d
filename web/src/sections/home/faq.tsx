import type { ReactNode } from "react";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import "./faq.css";

type FaqProps = {
  /** Number of questions on the FAQ page. */
  count: number;
  /** The first questions. */
  children: ReactNode;
};

export function Faq({ count, children }: FaqProps) {
  return (
    <section className="home-faq page" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{copy.faq.title}</h2>
      <div className="home-faq__questions">
        {children}
        <Button variant="outline" href={paths.faq} {...analyticsAttributes("faq_all_clicked")}>
          {copy.faq.all(count)}
        </Button>
      </div>
    </section>
  );
}
