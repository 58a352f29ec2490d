import { expect, test } from "vitest";
import { m } from "#paraglide/messages.js";
import {
  arcRadius,
  bandEndingAt,
  bandFor,
  bandInWords,
  bandLimits,
  bandRange,
  bandReaching,
  inWords,
  limitOf,
  longestFlatRunFt,
  nearestBand,
  runRange,
} from "./bands.ts";

test("DIST-01.3 the bands end at 25, 50 and 150 ft; an edge belongs to the nearer band", () => {
  expect(bandLimits).toEqual([
    ["close", 25],
    ["medium", 50],
    ["far", 150],
  ]);
  expect([25, 26, 150, 151].map(bandFor)).toEqual(["close", "medium", "far", null]);
  expect([nearestBand, longestFlatRunFt]).toEqual(["close", 150]);
  expect(["50", 30, "0", "25ft", null].map(bandEndingAt)).toEqual([
    "medium",
    null,
    null,
    null,
    null,
  ]);
});

test("a band is named by where it begins and ends", () => {
  expect(bandLimits.map(([band]) => bandRange(band))).toEqual(["0–25 ft", "25–50 ft", "50–150 ft"]);
  expect(bandInWords("close")).toBe("up to 25 ft");
  expect(bandInWords("far")).toBe("50 to 150 ft");
});

test("a band that the catalog has had since is named by its farthest foot", () => {
  expect([25, 160].map(bandReaching)).toEqual(["close", "160"]);
  expect(["40", "160"].map((band) => bandRange(band))).toEqual(["25–40 ft", "150–160 ft"]);
  const quoted = { band_from_ft: 37, band_max_ft: 91 };
  expect(inWords(quoted)).toBe("37 to 91 ft");
  expect(runRange({ ...quoted, quoted_run_ft: null })).toBe("37–91 ft");
  expect(runRange({ ...quoted, quoted_run_ft: 210 })).toBe("210 ft (custom)");
});

test.each(bandLimits)("the price calculator has words for %s", (band) => {
  const feet = bandInWords(band);
  expect(m.price_calculator_installation_note({ isNearest: band === nearestBand, feet })).toContain(
    feet,
  );
});

test("an arc is wider the farther its band reaches", () => {
  const radii = bandLimits.map(([band]) => arcRadius(limitOf(band), [90, 282]));

  expect([radii[0], radii.at(-1)]).toEqual([90, 282]);
  expect(radii).toEqual([...new Set(radii)].toSorted((a, b) => a - b));
});

test("an arc leaves room for the label of the one beyond it", () => {
  const radii = bandLimits.map(([band]) => arcRadius(limitOf(band), [90, 282]));

  for (const [at, radius] of radii.slice(1).entries())
    expect(radius - (radii[at] ?? 0)).toBeGreaterThanOrEqual((282 - 90) / radii.length);
});
