import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wholeDollars } from "#lib/money.ts";

type Line = "installation" | "generator" | "permit" | "sales_tax" | "total";
type Case = { name: string; shown: Record<Line, string> } & Record<`${Line}_cents`, number>;

const golden: { cases: Case[] } = JSON.parse(readFileSync("../contract/price-cases.json", "utf8"));
const LINES: Line[] = ["installation", "generator", "permit", "sales_tax", "total"];

test.each(golden.cases)("PRICE-01.5 whole dollars as shown: $name", (golden) => {
  const shown = Object.fromEntries(
    LINES.map((line) => [line, wholeDollars(golden[`${line}_cents`])]),
  );

  expect(shown).toEqual(golden.shown);
});
