import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { salesTaxName } from "./extras.ts";

const GENERATOR: Schemas["LineItemOut"] = {
  kind: "generator",
  description: "Generator",
  quantity: 1,
  unit: "",
  unit_cents: 697900,
  taxable: true,
  amount_cents: 697900,
};
const MODULE = { ...GENERATOR, kind: "extra", description: "Load management module" } as const;

test.each([
  [[GENERATOR], "Sales tax, 8.25% on the generator"],
  [[GENERATOR, { ...MODULE, taxable: false }], "Sales tax, 8.25% on the generator"],
  [[GENERATOR, MODULE], "Sales tax, where it applies"],
])("TRUTH-04.1 the sales tax names what it is on (%#)", (line_items, name) => {
  expect(salesTaxName({ line_items })).toBe(name);
});
