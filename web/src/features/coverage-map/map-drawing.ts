/** The interface between the coverage map and its two implementations, Google and Leaflet. */
import { center } from "@market/place.json";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { m } from "#paraglide/messages.js";

export type GeoJsonObject = GeoJSON.FeatureCollection;
export type Area = {
  zipCode: string;
  city: string;
  bbox: Bbox;
  geometry: GeoJSON.Geometry;
  /** Where its shape is from; null for an approximate one. */
  source: string | null;
};
export type Bbox = readonly [west: number, south: number, east: number, north: number];

export type MapPoint = { lat: number; lon: number; words: string; weight: number };

export type MapDrawing = {
  draw: (areas: readonly Area[]) => void;
  /** Called once all areas are drawn, to label them. */
  name: (areas: readonly Area[]) => void;
  select: (zipCode: string | null) => void;
  /** Leaflet only: shows demand in ZIP codes that are not covered yet. */
  point?: (points: readonly MapPoint[]) => void;
  destroy: () => void;
};

export type MapSetting = {
  host: HTMLElement;
  basemap: GeoJsonObject | null;
  /** Content of an area's popup. */
  popup: (area: Area) => HTMLElement;
  /** Called with the clicked area, or null when the click was elsewhere or the popup was closed. */
  onSelect: (zipCode: string | null) => void;
};

export const CENTER = center; // COVMAP-01.1
export const ZOOM = 10; // initial and smallest zoom (COVMAP-01.6)
export const BATCH = 8; // COVMAP-01.2

export const areaFrom = (shape: Schemas["ZipShapeOut"]): Area => {
  const [west = 0, south = 0, east = 0, north = 0] = shape.bbox;
  return {
    zipCode: shape.zip_code,
    city: shape.city,
    bbox: [west, south, east, north],
    geometry: shape.geometry_json as unknown as GeoJSON.Geometry,
    source: shape.is_approximate ? null : shape.source,
  };
};

export const loadAreas = async (signal: AbortSignal): Promise<Area[]> =>
  (await unwrap(api.GET("/api/coverage-geometries", { signal }))).map(areaFrom);

/** What the shapes are, in one sentence (COVMAP-03.2). */
export function shapesSentence(areas: readonly Area[]): string {
  const sources = [...new Set(areas.flatMap(({ source }) => source ?? []))].sort().join("; ");
  const approximate = areas.filter(({ source }) => source === null).length;
  if (approximate === areas.length) return m.coverage_map_shapes_approximate();
  if (approximate === 0) return m.coverage_map_shapes_outlines({ sources });
  return m.coverage_map_shapes_mixed({ sources, count: approximate, all: areas.length });
}

export const middleOf = ({ bbox: [west, south, east, north] }: Area) => ({
  lat: (south + north) / 2,
  lng: (west + east) / 2,
});

/** Anchor of the popup: the top edge, so that it does not cover its own area. */
export const topOf = ({ bbox: [west, , east, north] }: Area) => ({
  lat: north,
  lng: (west + east) / 2,
});

/**
 * Draw eight areas at a time and yield in between, so that the page stays responsive. Ends early
 * when `left()` is true.
 */
export async function drawInBatches(
  drawing: Pick<MapDrawing, "draw">,
  areas: readonly Area[],
  { onPercent, isCancelled }: { onPercent: (percent: number) => void; isCancelled: () => boolean },
): Promise<void> {
  for (let from = 0; from < areas.length && !isCancelled(); from += BATCH) {
    drawing.draw(areas.slice(from, from + BATCH));
    onPercent(Math.round((100 * Math.min(from + BATCH, areas.length)) / areas.length));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Call `show` once the container scrolls near; returns the function that stops waiting. */
export function whenInView(container: HTMLElement, show: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      show();
    },
    { rootMargin: "200px" },
  );
  watch.observe(container);
  return () => watch.disconnect();
}
