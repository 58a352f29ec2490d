import { useContact } from "#draft/use-contact.ts";
import { ManualQuote } from "#features/distance-helper/manual-quote.tsx";
import { RequestSent } from "#features/distance-helper/request-sent.tsx";
import { useSentRequest } from "#features/distance-helper/sent-request.ts";
import { m } from "#paraglide/messages.js";

/** Quote request for a home that needs more than we sell, prefilled from the draft. */
export default function LargerQuote({ loads }: { loads: string }) {
  const { sent, keep } = useSentRequest("loads");
  const contact = useContact();

  if (sent) return <RequestSent sent={sent} isNew={false} onAgain={() => keep(null)} />;
  return (
    <details>
      <summary className="min-h-target cursor-pointer content-center font-semibold underline">
        {m.generator_choice_larger()}
      </summary>
      <div className="mt-2">
        <ManualQuote wanted={{ loads }} initial={contact} onSent={keep} />
      </div>
    </details>
  );
}
