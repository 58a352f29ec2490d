import { expect, test } from "vitest";
import { builtRegions } from "./built-regions.ts";

test("COVMAP-02.1 the ten regions of the specification", () => {
  expect(builtRegions.map(({ name }) => name)).toEqual([
    "Central Houston",
    "Galleria/Uptown",
    "Galveston & Bay Area",
    "Northeast",
    "Northwest",
    "South Houston",
    "Southeast",
    "Southwest",
    "Sugar Land Area",
    "West Houston",
  ]);
});

test("115 ZIP codes or more, each in one region", () => {
  const all = builtRegions.flatMap(({ zipCodes }) => zipCodes);

  expect(all.length).toBeGreaterThanOrEqual(115);
  expect(new Set(all).size).toBe(all.length);
});
