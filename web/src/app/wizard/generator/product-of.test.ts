import { expect, test } from "vitest";
import { toGeneratorOption } from "#features/generator-choice/generator-option.ts";
import { aGenerator } from "#test-support.ts";
import { productOf } from "./product-of.ts";

test.each([
  ["Natural Gas", ["NG"]],
  ["Propane", ["LP"]],
  ["NG/LP", ["NG", "LP"]],
  ["Diesel", []],
])("API-03.4 a generator for %s is kept with its fuels", (fuel_type, expected) => {
  const option = toGeneratorOption(aGenerator(2, 22, { fuel_type }));

  expect(productOf(option, null).fuel_types).toEqual(expected);
});
