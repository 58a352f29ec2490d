/** Whether the address search of this site lacks its key, so that a visitor may lend one (spec §2). */
import { useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

export type Maps = Schemas["MapsOut"];

/** Google is chosen, or its search has just refused our key, and there is no key for the browser. */
export const lacksKey = (maps: Maps | null, isSearchRefused: boolean): boolean =>
  maps !== null && !maps.browser_key && (maps.provider === "google" || isSearchRefused);

export function useMaps(): Maps | null {
  const [maps, setMaps] = useState<Maps | null>(null);

  useEffect(() => {
    unwrap(api.GET("/api/app-configuration"))
      .then((configuration) => setMaps(configuration.maps))
      .catch(logQuietly("maps provider not known"));
  }, []);

  return maps;
}
