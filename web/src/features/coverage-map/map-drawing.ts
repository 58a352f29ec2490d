/** What any map must do for the coverage map, whoever draws it. */
import type { Schemas } from "#lib/api/client.ts";

export type GeoJsonObject = GeoJSON.FeatureCollection;
export type Area = { zipCode: string; city: string; bbox: Bbox; geometry: GeoJSON.Geometry };
export type Bbox = readonly [west: number, south: number, east: number, north: number];

export type MapPoint = { lat: number; lon: number; words: string; weight: number };

export type MapDrawing = {
  draw: (areas: readonly Area[]) => void;
  /** Once all are drawn: whatever helps to find one's way among them. */
  name: (areas: readonly Area[]) => void;
  /** Highlights one area and opens its popup; null clears both. */
  select: (zipCode: string | null) => void;
  /** Our own map also shows how much is wanted where we do not come yet. */
  point?: (points: readonly MapPoint[]) => void;
  destroy: () => void;
};

export type MapSetting = {
  host: HTMLElement;
  ground: GeoJsonObject | null;
  /** What the popup of an area holds. */
  popup: (area: Area) => HTMLElement;
  /** An area was clicked; null: the click was elsewhere, or the popup was closed. */
  onSelect: (zipCode: string | null) => void;
};

export const HOUSTON = { lat: 29.7604, lng: -95.3698 }; // spec §9
export const ZOOM = 10; // spec §9: also the smallest
export const BATCH = 8; // spec §9

export const areaFrom = (shape: Schemas["ZipShapeOut"]): Area => {
  const [west = 0, south = 0, east = 0, north = 0] = shape.bbox;
  return {
    zipCode: shape.zip_code,
    city: shape.city,
    bbox: [west, south, east, north],
    geometry: shape.geometry_json as unknown as GeoJSON.Geometry,
  };
};

export const middleOf = ({ bbox: [west, south, east, north] }: Area) => ({
  lat: (south + north) / 2,
  lng: (west + east) / 2,
});

/** Where a popup may point without covering the area it tells of. */
export const topOf = ({ bbox: [west, , east, north] }: Area) => ({
  lat: north,
  lng: (west + east) / 2,
});

/** Eight at a time, a frame for each, so that the page stays awake (spec §9). Ends early when `left` says so. */
export async function drawInBatches(
  drawing: Pick<MapDrawing, "draw">,
  areas: readonly Area[],
  { onPercent, left }: { onPercent: (percent: number) => void; left: () => boolean },
): Promise<void> {
  for (let from = 0; from < areas.length && !left(); from += BATCH) {
    drawing.draw(areas.slice(from, from + BATCH));
    onPercent(Math.round((100 * Math.min(from + BATCH, areas.length)) / areas.length));
    await new Promise((resume) => setTimeout(resume));
  }
}
