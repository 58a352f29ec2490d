import type { Region } from "#features/coverage-list/regions.ts";
import type { GeoJsonObject } from "#features/coverage-map/map-drawing.ts";
import { CoverageSection } from "./coverage-section.tsx";

/** The coverage section of a page; give it `builtRegions` as its regions. */
export default function Coverage({ regions }: { regions: Region[] }) {
  return <CoverageSection regions={regions} loadGround={loadCounties} />;
}

/** The counties and the water between them, from the same file as the server's map pictures. */
async function loadCounties(): Promise<GeoJsonObject> {
  const { default: counties } = await import("../../../../api/seeds/coverage_counties.geojson?raw");
  return JSON.parse(counties);
}
