import { useDraft } from "#draft/use-draft.ts";
import { ManualQuote } from "#features/distance-helper/manual-quote.tsx";

/** Quote request for a run beyond the farthest band, prefilled from the draft. */
export default function LongRun({ steps }: { steps: number }) {
  const { draft } = useDraft();
  const { name, phone } = draft.customer.contact;
  const contact = { name, phone, address: draft.location.address.formatted };

  return <ManualQuote steps={steps} initial={contact} />;
}
