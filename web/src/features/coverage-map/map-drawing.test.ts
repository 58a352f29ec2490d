import { expect, test, vi } from "vitest";
import { cityNames } from "./leaflet-map.ts";
import {
  type Area,
  areaFrom,
  CENTER,
  drawInBatches,
  middleOf,
  topOf,
  ZOOM,
} from "./map-drawing.ts";

const area = (city: string, west: number, zipCode = "77000"): Area => ({
  zipCode,
  city,
  bbox: [west, 29, west + 1, 30],
  geometry: { type: "Polygon", coordinates: [] },
  source: null,
});
const areas = Array.from({ length: 19 }, (_, at) => area("Houston", -96, String(77000 + at)));

test("COVMAP-01.1 centred on Houston at zoom 10; an area's middle is that of its box", () => {
  expect(CENTER).toEqual({ lat: 29.7604, lng: -95.3698 });
  expect(ZOOM).toBe(10);

  const geometry = { type: "Polygon", coordinates: [] };
  const shape = areaFrom({
    zip_code: "77380",
    city: "The Woodlands",
    state: "TX",
    bbox: [-96, 29, -95, 30],
    geometry_json: geometry,
    is_approximate: true,
    source: "drawn",
  });

  expect(shape).toMatchObject({ zipCode: "77380", city: "The Woodlands", geometry, source: null });
  expect(middleOf(shape)).toEqual({ lat: 29.5, lng: -95.5 });
  expect(topOf(shape)).toEqual({ lat: 30, lng: -95.5 });
});

test("COVMAP-01.2 areas are drawn eight at a time, and the percentage follows", async () => {
  const draw = vi.fn<(batch: readonly Area[]) => void>();
  const percents: number[] = [];

  const onPercent = (percent: number) => percents.push(percent);
  await drawInBatches({ draw }, areas, { onPercent, isCancelled: () => false });

  expect(draw.mock.calls.map(([batch]) => batch.length)).toEqual([8, 8, 3]);
  expect(draw.mock.calls.flatMap(([batch]) => batch)).toEqual(areas);
  expect(percents).toEqual([42, 84, 100]);
});

test("drawing ends when the visitor has left", async () => {
  let isGone = false;
  const draw = vi.fn(() => {
    isGone = true;
  });

  await drawInBatches({ draw }, areas, { onPercent: () => {}, isCancelled: () => isGone });

  expect(draw).toHaveBeenCalledOnce();
});

test("a town of several ZIP codes is named in their middle, a large one in large letters", () => {
  const within = [area("Kingwood", -95), area("Kingwood", -95)];
  const houston = Array.from({ length: 20 }, () => area("Houston", -95));

  expect(cityNames([area("Katy", -96), area("Katy", -95)])).toEqual([
    { name: "Katy", at: { lat: 29.5, lng: -95 }, isLarge: false },
  ]);
  expect(cityNames([area("Waller", -96), ...within]), "one ZIP code, or inside").toEqual([]);
  expect(cityNames(houston)[0]?.isLarge).toBe(true);
});
