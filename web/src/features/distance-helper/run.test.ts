import { expect, test } from "vitest";
import { bandFor, bandFromQuery, clampSteps, feetFromSteps, isTooFar, stepsFrom } from "./run.ts";

test("DIST-01.2 one step is 3 ft, from 0 to 80 of them; 51 are too far", () => {
  expect([1, 80].map(feetFromSteps)).toEqual([3, 240]);
  expect([-1, 81].map(clampSteps)).toEqual([0, 80]);
  expect([50, 51, null].map(isTooFar)).toEqual([false, true, false]);
});

test.each([
  ["", null],
  ["abc", null],
  ["0", 0],
  ["12", 12],
  ["80", 80],
  ["81", 80],
  ["999999999999999999999", 80],
  ["-5", 5],
  ["1.5", 15],
])("%j typed is %j steps, from 0 to 80", (text, steps) => {
  expect(stepsFrom(text)).toBe(steps);
});

test.each([
  [0, 25],
  [25, 25],
  [26, 50],
  [50, 50],
  [51, 150],
  [150, 150],
  [151, null],
])("DIST-01.3 %i ft is band %j: an edge belongs to the nearer", (feet, band) => {
  expect(bandFor(feet)).toBe(band);
});

test.each([
  ["?band=25", 25],
  ["?band=50", 50],
  ["?band=150", 150],
  ["?band=0", null],
  ["?band=25ft", null],
  ["", null],
])("/order%s asks for band %j", (query, band) => {
  expect(bandFromQuery(query)).toBe(band);
});
