import { api, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { type Region, regionsFrom } from "./regions.ts";

/** Regions of the build, replaced by the server's current ones once loaded. */
export const useRegions = (built: readonly Region[]): readonly Region[] =>
  useRequest(loadRegions).data ?? built;

const loadRegions = async (signal: AbortSignal): Promise<Region[]> =>
  regionsFrom(await unwrap(api.GET("/api/coverage-zipcodes", { signal })));
