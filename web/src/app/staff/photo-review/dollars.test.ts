import { expect, test } from "vitest";
import { centsTyped, feetTyped } from "./dollars.ts";

test.each([
  ["", ""],
  ["  ", ""],
  ["4990", 499_000],
  ["$4,990.50", 499_050],
  ["4990.5", 499_050],
  ["0", 0],
  ["4990.555", null],
  ["-5", null],
  ["five", null],
] as const)("a price typed as %j is %j cents", (text, cents) => {
  expect(centsTyped(text)).toBe(cents);
});

test.each([
  ["25", 25],
  [" 0 ", 0],
  ["2000", 2000],
  ["2001", null],
  ["25.5", null],
  ["", null],
] as const)("a distance typed as %j is %j ft", (text, feet) => {
  expect(feetTyped(text)).toBe(feet);
});
