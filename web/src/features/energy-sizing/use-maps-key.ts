/** Whether the address search of this site lacks its key, so that a visitor may lend one (spec §2). */
import { useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

/** The server may also say which provider is chosen; our own list of places needs no key. */
export type MapsKey = Schemas["MapsKeyOut"] & { provider?: string };

/** Google is chosen, or its search has just refused our key, and there is no key for the browser. */
export const lacksKey = (answer: MapsKey | null, isSearchRefused: boolean): boolean =>
  answer !== null && answer.apiKey === null && (answer.provider === "google" || isSearchRefused);

export function useMapsKey(): MapsKey | null {
  const [answer, setAnswer] = useState<MapsKey | null>(null);

  useEffect(() => {
    unwrap(api.GET("/api/google-maps-key")).then(setAnswer).catch(logQuietly("maps key not known"));
  }, []);

  return answer;
}
