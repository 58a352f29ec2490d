import { expect, test, vi } from "vitest";
import {
  type Area,
  areaFrom,
  CENTER,
  drawInBatches,
  middleOf,
  topOf,
  ZOOM,
} from "./map-drawing.ts";

const areas = Array.from(
  { length: 19 },
  (_, index): Area => ({
    zipCode: String(77000 + index),
    city: "Houston",
    bbox: [-96, 29, -95, 30],
    geometry: { type: "Polygon", coordinates: [] },
  }),
);

test("COVMAP-01.1 centred on Houston at zoom 10; an area's middle is that of its box", () => {
  expect(CENTER).toEqual({ lat: 29.7604, lng: -95.3698 });
  expect(ZOOM).toBe(10);

  const geometry = { type: "Polygon", coordinates: [] };
  const area = areaFrom({
    zip_code: "77380",
    city: "The Woodlands",
    state: "TX",
    bbox: [-96, 29, -95, 30],
    geometry_json: geometry,
  });

  expect(area).toMatchObject({ zipCode: "77380", city: "The Woodlands", geometry });
  expect(middleOf(area)).toEqual({ lat: 29.5, lng: -95.5 });
  expect(topOf(area)).toEqual({ lat: 30, lng: -95.5 });
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
