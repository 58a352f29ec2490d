import { useContact } from "#draft/use-contact.ts";
import { ManualQuote } from "#features/distance-helper/manual-quote.tsx";
import type { SentRequest } from "#features/distance-helper/sent-request.ts";

type LongRunProps = { steps: number; onSent: (sent: SentRequest) => void };

/** Quote request for a run beyond the farthest band, prefilled from the draft. */
export default function LongRun({ steps, onSent }: LongRunProps) {
  return <ManualQuote wanted={{ steps }} initial={useContact()} onSent={onSent} />;
}
