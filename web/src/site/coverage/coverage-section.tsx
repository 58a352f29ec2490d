import { useState } from "react";
import { CoverageMap } from "#features/coverage-map/coverage-map.tsx";
import type { GeoJsonObject } from "#features/coverage-map/map-drawing.ts";
import { CoverageList } from "#site/coverage-list/coverage-list.tsx";
import { countZips, type Region, regionOf } from "#site/coverage-list/regions.ts";
import { useRegions } from "#site/coverage-list/use-regions.ts";
import { copy } from "./copy.ts";

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
          {copy.title(count > 0 ? String(count) : copy.unknownCount)}
        </h2>
        <p className="mt-2 text-quiet">{copy.lead}</p>
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
