import { expect, test } from "vitest";
import { cityNames } from "./leaflet-map.ts";
import type { Area } from "./map-drawing.ts";

const area = (city: string, west: number): Area => ({
  zipCode: "77000",
  city,
  bbox: [west, 29, west + 1, 30],
  geometry: { type: "Polygon", coordinates: [] },
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
