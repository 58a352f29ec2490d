import { expect, test } from "vitest";
import { priceExample, startingPriceCents } from "#content/price-example.ts";
import { wholeDollars } from "#lib/money.ts";

test("the example is the specification's, to the dollar", () => {
  expect(priceExample.lines.map(({ cents }) => wholeDollars(cents))).toEqual([
    "$4,990",
    "$6,979",
    "$575",
    "$150",
  ]);
  expect(wholeDollars(priceExample.totalCents)).toBe("$12,694");
});

test("HOME-02.1 installation starts at $4,990", () => {
  expect(wholeDollars(startingPriceCents)).toBe("$4,990");
});
