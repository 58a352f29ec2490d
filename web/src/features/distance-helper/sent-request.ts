/** The request for a quote that was sent in this tab, until the time by which we call is over. */
import { useEffect, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

export type SentRequest = Schemas["ManualQuoteRequestOut"];

const KEYS = { run: "sentManualQuote", loads: "sentLargerQuote" };

function stored(key: string): SentRequest | null {
  const sent = readSession<SentRequest>(key);
  return sent && Date.parse(sent.call_by) > Date.now() ? sent : null;
}

/** What we answered, also after a reload; `keep` takes a new answer, or null to ask again. */
export function useSentRequest(about: keyof typeof KEYS) {
  const key = KEYS[about];
  const [sent, setSent] = useState<SentRequest | null>(null);
  // The static HTML knows of no request.
  useEffect(() => setSent(stored(key)), [key]);

  const keep = (next: SentRequest | null) => {
    if (next) writeSession(key, next);
    else removeSession(key);
    setSent(next);
  };
  return { sent, keep };
}
