import { expect, test } from "vitest";
import { findPrice, type Price } from "./find-price.ts";

const row = (
  band: Price["band"],
  generator_id: number | null,
  township: string,
  total_cents: number,
): Price => ({
  band,
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
    row("close", 22, "woodlands", 12_694_77),
    row("close", null, "woodlands", 5_140_00),
    row("close", null, "default", 5_150_00),
  ],
};

test("the example of the specification is a row of the book", () => {
  const price = findPrice(BOOK, { band: "close", generatorId: 22, township: "woodlands" });

  expect(price?.total_cents).toBe(1269477);
});

test("one's own generator has rows of its own", () => {
  const price = findPrice(BOOK, { band: "close", generatorId: null, township: "woodlands" });

  expect(price?.total_cents).toBe(514000);
});

test.each([["katy"], [null]])("township %s takes the default permit fee", (township) => {
  expect(findPrice(BOOK, { band: "close", generatorId: null, township })?.total_cents).toBe(515000);
});

test("no row, no price", () => {
  expect(findPrice(BOOK, { band: "far", generatorId: null, township: "katy" })).toBeNull();
  expect(findPrice(undefined, { band: "far", generatorId: null, township: "katy" })).toBeNull();
});
