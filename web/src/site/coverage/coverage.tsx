import type { GeoJsonObject } from "#features/coverage-map/map-drawing.ts";
import type { Region } from "#site/coverage-list/regions.ts";
import { CoverageSection } from "./coverage-section.tsx";

/** Coverage section of a page. Pass `builtRegions` as its regions. */
export default function Coverage({ regions }: { regions: Region[] }) {
  return <CoverageSection regions={regions} loadBasemap={loadCounties} />;
}

// The same file that the server draws its map pictures from.
async function loadCounties(): Promise<GeoJsonObject> {
  const { default: counties } = await import("@market/coverage_counties.geojson?raw");
  return JSON.parse(counties);
}
