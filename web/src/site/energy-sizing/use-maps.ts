/**
 * Whether the site's address search lacks its API key, in which case a visitor may enter their own
 * (REC-01.4).
 */
import { api, type Schemas, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";

export type Maps = Schemas["MapsOut"];

/**
 * True when there is no browser key and Google is configured or its search has just refused our
 * server key.
 */
export const lacksKey = (maps: Maps | null, isSearchRefused: boolean): boolean =>
  maps !== null && !maps.browser_key && (maps.provider === "google" || isSearchRefused);

/** Null until it is known. */
export const useMaps = (): Maps | null => useRequest(loadMaps).data ?? null;

const loadMaps = async (signal: AbortSignal): Promise<Maps> =>
  (await unwrap(api.GET("/api/app-configuration", { signal }))).maps;
