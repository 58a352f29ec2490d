import { notIncluded } from "#business/terms.ts";
import { m } from "#paraglide/messages.js";

/** The usual exclusions in one sentence, beside a price (PRICE-02.1). */
export const NotIncludedLine = ({ className }: { className: string }) => (
  <p className={`${className} text-sm text-quiet`}>
    {m.included_not({ parts: namesOf(notIncluded.filter(({ is_common }) => is_common)) })}
  </p>
);

export const namesOf = (parts: typeof notIncluded) =>
  parts.map(({ name }) => name.toLowerCase()).join(", ");
