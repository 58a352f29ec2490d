import { useEffect, useState } from "react";
import { api, Problem, unwrap } from "#api/client.ts";
import { type Region, regionsFrom } from "./regions.ts";

/** Regions of the build, replaced by the server's current ones once loaded. */
export function useRegions(built: readonly Region[]): readonly Region[] {
  const [regions, setRegions] = useState(built);

  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal).then((today) => today && !leaving.signal.aborted && setRegions(today));
    return () => leaving.abort();
  }, []);

  return regions;
}

// Null on failure: the regions of the build stay.
async function load(signal: AbortSignal): Promise<Region[] | null> {
  try {
    return regionsFrom(await unwrap(api.GET("/api/coverage-zipcodes", { signal })));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return null;
  }
}
