import { lazy, Suspense } from "react";
import { useDraft } from "#draft/use-draft.ts";

const ManualQuote = lazy(async () => {
  const { ManualQuote } = await import("#features/manual-quote/manual-quote.tsx");
  return { default: ManualQuote };
});

/** Quote request for a run over 150 ft, prefilled from the draft. */
export function LongRun({ steps }: { steps: number }) {
  const { draft } = useDraft();
  const { name, phone } = draft.customer.contact;
  const contact = { name, phone, address: draft.location.address.formatted };

  return (
    <Suspense>
      <ManualQuote steps={steps} initial={contact} />
    </Suspense>
  );
}
