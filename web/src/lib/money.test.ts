import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dollarsAndCents, wholeDollars } from "#lib/money.ts";

type Line = "installation" | "generator" | "permit" | "sales_tax" | "total";
type Case = { name: string; shown: Record<Line, string> } & Record<`${Line}_cents`, number>;

const golden: { cases: Case[] } = JSON.parse(readFileSync("../contract/price-cases.json", "utf8"));
const LINES: Line[] = ["installation", "generator", "permit", "sales_tax", "total"];

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
  expect(dollarsAndCents(-100_00)).toBe("-$100.00");
});

test("nothing paid is no deduction", () => {
  expect([dollarsAndCents(-0), wholeDollars(-0)]).toEqual(["$0.00", "$0"]);
});

test.each(golden.cases)("PRICE-01.5 whole dollars as shown: $name", (golden) => {
  const shown = Object.fromEntries(
    LINES.map((line) => [line, wholeDollars(golden[`${line}_cents`])]),
  );

  expect(shown).toEqual(golden.shown);
});
