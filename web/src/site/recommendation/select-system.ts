/**
 * 'Select This System': carries the chosen generator into the wizard, where step 2 preselects it
 * (REC-03.4).
 */

import { productOf } from "#app/wizard/generator/product-of.ts";
import type { SystemTier } from "#content/sizing/tiers.ts";
import { units } from "#content/sizing/units.ts";
import type { Product } from "#draft/draft.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
import type { GeneratorOption } from "#features/generator-choice/generator-option.ts";
import { paths } from "#lib/paths.ts";
import { nearestForSale } from "./use-generator-options.ts";

/**
 * Record the choice in the draft; returns the path to go to. A reserved booking is left alone and a
 * new draft started.
 */
export function selectSystem(
  system: SystemTier,
  address: string,
  options: readonly GeneratorOption[] | undefined,
): string {
  if (readDraft().wizard.status === "completed") startDraft();
  recordDraft({ type: "generatorChosen", product: productOfUnit(system, options) });
  return `${paths.wizard.address}?${new URLSearchParams({ address })}`;
}

function productOfUnit(
  system: SystemTier,
  options: readonly GeneratorOption[] | undefined,
): Product {
  const option = options && nearestForSale(system, options);
  if (option) return productOf(option, null);
  return withoutCatalog(system);
}

// Without the catalog, the model number is enough for step 2 to find the generator and its price.
function withoutCatalog({ modelNumber, kw }: SystemTier): Product {
  const unit = units.find((each) => each.modelNumber === modelNumber);
  return {
    model_number: modelNumber,
    sku: "",
    brand: unit?.brand ?? "",
    model_name: modelNumber,
    kw: unit?.kw ?? kw,
    price_cents: 0,
    fuel_types: ["NG", "LP"],
    features: { wifi_enabled: false, whole_house_switch: false },
    msrp_source_url: "",
  };
}
