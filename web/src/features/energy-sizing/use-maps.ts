/**
 * Whether the site's address search lacks its API key, in which case a visitor may enter their own
 * (REC-01.4).
 */
import { useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";

export type Maps = Schemas["MapsOut"];

/**
 * True when there is no browser key and Google is configured or its search has just refused our
 * server key.
 */
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
