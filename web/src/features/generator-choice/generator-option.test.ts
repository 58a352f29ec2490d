import { expect, test } from "vitest";
import { aGenerator } from "#test-support.ts";
import { type GeneratorRow, toGeneratorOption } from "./generator-option.ts";

const ROW: GeneratorRow = aGenerator(2, 22, { model: "Guardian 7043" });

test("WIZ-04.2 badges: Natural Gas, Propane, WiFi Ready, Auto Transfer", () => {
  const plain = { ...ROW, fuel_type: "Propane", has_wifi: false, switch_type: "manual" };

  expect(toGeneratorOption(ROW).badges).toEqual([
    "Natural Gas",
    "Propane",
    "WiFi Ready",
    "Auto Transfer",
  ]);
  expect(toGeneratorOption(plain).badges).toEqual(["Propane"]);
});

test("any other row is bought here; an invalid price is 0", () => {
  const row = { ...ROW, description: "Provides power in seconds", price: Number.NaN };

  expect(toGeneratorOption(row)).toMatchObject({ type: "buy_here", price: 0 });
});

test.each(["brand", "model", "description"] as const)(
  "a row whose %s contains the word 'provide' is one's own generator",
  (field) => {
    expect(toGeneratorOption({ ...ROW, [field]: "Provide your own" }).type).toBe("provide_own");
  },
);

test("the model number is the catalog's, else the four digits of the model", () => {
  const unnumbered = { ...ROW, model_number: null };

  expect(toGeneratorOption({ ...ROW, model_number: "7291" }).modelNumber).toBe("7291");
  expect(toGeneratorOption(unnumbered).modelNumber).toBe("7043");
  expect(toGeneratorOption({ ...unnumbered, model: "Guardian" }).modelNumber).toBe("");
});
