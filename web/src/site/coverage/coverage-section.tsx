import { city, zip_code_count } from "@market/place.json";
import { useState } from "react";
import { api, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { CoverageMap } from "#features/coverage-map/coverage-map.tsx";
import type { GeoJsonObject } from "#features/coverage-map/map-drawing.ts";
import { m } from "#paraglide/messages.js";
import { CoverageList, countZips, type Region, regionOf, regionsFrom } from "./coverage-list.tsx";

type CoverageSectionProps = {
  /** As of the build. */
  regions: readonly Region[];
  loadBasemap: () => Promise<GeoJsonObject>;
};

/** Coverage list and map; the list works without the map (COVMAP-01, COVMAP-02). */
export function CoverageSection({ regions: built, loadBasemap }: CoverageSectionProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const regions = useRegions(built);
  const count = countZips(regions);

  const showOnMap = (zipCode: string) => {
    setSelected(zipCode);
    document.getElementById("coverage-map")?.scrollIntoView({ block: "nearest" });
  };

  return (
    <div className="grid gap-8">
      <header>
        <h2 className="text-3xl tracking-tight">
          {m.coverage_title({
            city,
            count: count > 0 ? String(count) : zip_code_count,
          })}
        </h2>
        <p className="mt-2 text-quiet">{m.coverage_lead()}</p>
      </header>
      <CoverageMap
        regionOf={(zipCode) => regionOf(regions, zipCode)}
        selected={selected}
        onSelect={setSelected}
        loadBasemap={loadBasemap}
      />
      <CoverageList regions={regions} selected={selected} onSelect={showOnMap} />
    </div>
  );
}

/** Coverage section of a page. Pass `builtRegions` as its regions. */
export default function Coverage({ regions }: { regions: Region[] }) {
  return <CoverageSection regions={regions} loadBasemap={loadCounties} />;
}

// The same file that the server draws its map pictures from.
async function loadCounties(): Promise<GeoJsonObject> {
  const { default: counties } = await import("@market/coverage_counties.geojson?raw");
  return JSON.parse(counties);
}

/** Regions of the build, replaced by the server's current ones once loaded. */
const useRegions = (built: readonly Region[]): readonly Region[] =>
  useRequest(loadRegions).data ?? built;

const loadRegions = async (signal: AbortSignal): Promise<Region[]> =>
  regionsFrom(await unwrap(api.GET("/api/coverage-zipcodes", { signal })));
