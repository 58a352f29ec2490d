/** The request for a longer run that was sent in this tab, until the time by which we call is over. */
import { useEffect, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

export type SentRequest = Schemas["ManualQuoteRequestOut"];

const KEY = "sentManualQuote";

function stored(): SentRequest | null {
  const sent = readSession<SentRequest>(KEY);
  return sent && Date.parse(sent.call_by) > Date.now() ? sent : null;
}

/** What we answered, also after a reload; `keep` takes a new answer, or null to measure again. */
export function useSentRequest() {
  const [sent, setSent] = useState<SentRequest | null>(null);
  // The static HTML knows of no request.
  useEffect(() => setSent(stored()), []);

  const keep = (next: SentRequest | null) => {
    if (next) writeSession(KEY, next);
    else removeSession(KEY);
    setSent(next);
  };
  return { sent, keep };
}
