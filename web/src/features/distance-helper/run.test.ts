import { expect, test } from "vitest";
import { bandFor, bandFromQuery, clampSteps, feetFromSteps, isTooFar, stepsFrom } from "./run.ts";

test("one step is 3 ft", () => {
  expect(feetFromSteps(1)).toBe(3);
  expect(feetFromSteps(80)).toBe(240);
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
])("%j typed is %j steps, from 0 to 80", (typed, steps) => {
  expect(stepsFrom(typed)).toBe(steps);
});

test("DIST-01.2 counting stays between 0 and 80", () => {
  expect(clampSteps(-1)).toBe(0);
  expect(clampSteps(81)).toBe(80);
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

test("50 steps are 150 ft, 51 are too far, none are not", () => {
  expect(isTooFar(50)).toBe(false);
  expect(isTooFar(51)).toBe(true);
  expect(isTooFar(null)).toBe(false);
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
