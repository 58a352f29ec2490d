import { expect, test } from "vitest";
import { dollarsAndCents, wholeDollars } from "#lib/money.ts";

test.each([
  [4_990_00, "$4,990"],
  [575_77, "$575"],
  [12_694_77, "$12,694"],
  [99, "$0"],
  [0, "$0"],
])("%i cents are shown as %s: cut, not rounded", (cents, shown) => {
  expect(wholeDollars(cents)).toBe(shown);
});

test("a receipt keeps its cents", () => {
  expect(dollarsAndCents(12_694_77)).toBe("$12,694.77");
  expect(dollarsAndCents(100_00)).toBe("$100.00");
});
