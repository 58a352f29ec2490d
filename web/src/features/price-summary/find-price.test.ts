import { expect, test } from "vitest";
import { findPrice, type Price } from "./find-price.ts";

const row = (generator_id: number | null, township: string, total_cents: number): Price => ({
  band: "close",
  generator_id,
  township,
  installation_cents: 4_990_00,
  generator_cents: 0,
  permit_cents: 150_00,
  sales_tax_cents: 0,
  discount_cents: 0,
  total_cents,
  permit_at_cost: false,
});
const BOOK = {
  prices: [
    row(22, "woodlands", 12_694_77),
    row(null, "woodlands", 5_140_00),
    row(null, "default", 5_150_00),
  ],
};

test.each([
  ["the example of the specification", 22, "woodlands", 12_694_77],
  ["one's own generator", null, "woodlands", 5_140_00],
  ["a township with the default permit fee", null, "katy", 5_150_00],
  ["no township", null, null, 5_150_00],
])("%s is a row of the book", (_, generatorId, township, cents) => {
  expect(findPrice(BOOK, { band: "close", generatorId, township })?.total_cents).toBe(cents);
});

test("no row, no price", () => {
  expect(findPrice(BOOK, { band: "far", generatorId: null, township: "katy" })).toBeNull();
  expect(findPrice(undefined, { band: "far", generatorId: null, township: "katy" })).toBeNull();
});
