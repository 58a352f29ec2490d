/**
 * 'Select This System': carries the chosen generator into the wizard, where step 2 preselects it
 * (REC-03.4).
 */

import { productOf } from "#app/wizard/generator/product-of.ts";
import { type SystemTier, units } from "#content/sizing/systems.ts";
import type { Product } from "#draft/draft.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
import type { GeneratorOption } from "#features/generator-choice/generator-option.ts";
import { paths } from "#lib/paths.ts";

/**
 * Record the choice in the draft; returns the path to go to. A reserved booking is left alone and a
 * new draft started.
 */
export function selectSystem(
  system: SystemTier,
  address: string,
  forSale: GeneratorOption | undefined,
): string {
  if (readDraft().wizard.status === "completed") startDraft();
  const product = forSale ? productOf(forSale, null) : withoutCatalog(system);
  recordDraft({ type: "generatorChosen", product });
  return `${paths.wizard.address}?${new URLSearchParams({ address })}`;
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
