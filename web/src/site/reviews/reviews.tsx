import { metro } from "@market/company.json";
import type { ReactNode } from "react";
import { reviewsDeclinedFor } from "#business/terms.ts";
import { startingPrice } from "#content/price-example.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";

/** /reviews: the published reviews, and by which rules they are published (PROOF-01). */
export function Reviews({ children }: { children: ReactNode }) {
  return (
    <div className="page grid gap-12 pt-10 pb-24 lg:pt-16">
      <header className="grid gap-4">
        <h1>{m.page_reviews_title({ metro })}</h1>
        <p className="max-w-[60ch] text-lg text-quiet">{m.stories_policy()}</p>
      </header>
      {children}
      <section className="grid max-w-[70ch] gap-4" aria-labelledby="rules">
        <h2 id="rules">{m.reviews_rules_title()}</h2>
        <p>{m.reviews_rules_order()}</p>
        <p>{m.reviews_rules_text()}</p>
        <p>{m.reviews_rules_declined()}</p>
        <ul className="ms-5 grid list-disc gap-2">
          {reviewsDeclinedFor.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <p className="grid justify-items-start gap-6">
        {m.recommendation_page_included_lead({ startingPrice })}
        <Button variant="cta-green" size="lg" href={paths.wizard.address}>
          {m.coverage_check_submit()}
        </Button>
      </p>
    </div>
  );
}
