import type { GeneratorOption } from "#business/generator-option.ts";
import { units } from "#content/sizing/systems.ts";
import type { Product } from "#draft/draft.ts";
import { centsOf } from "#lib/money.ts";

/**
 * The draft's product, built from a catalog generator; `sku` is the generator's id in the catalog.
 */
export function productOf(option: GeneratorOption, cents: number | null): Product {
  const { badges } = option;
  return {
    model_number: option.modelNumber,
    sku: String(option.id),
    brand: option.brand,
    model_name: option.model,
    kw: option.kw,
    price_cents: cents ?? centsOf(option.price),
    fuel_types: [
      ...(badges.includes("natural_gas") ? (["NG"] as const) : []),
      ...(badges.includes("propane") ? (["LP"] as const) : []),
    ],
    features: {
      wifi_enabled: badges.includes("wifi"),
      whole_house_switch: badges.includes("auto_transfer"),
    },
    msrp_source_url: "",
  };
}

/** The same of a model number alone: enough for step 2 to find the generator and its price. */
export const productOfModel = (modelNumber: string, kw: number): Product => ({
  model_number: modelNumber,
  sku: "",
  brand: units.find((unit) => unit.modelNumber === modelNumber)?.brand ?? "",
  model_name: modelNumber,
  kw,
  price_cents: 0,
  fuel_types: ["NG", "LP"],
  features: { wifi_enabled: false, whole_house_switch: false },
  msrp_source_url: "",
});
