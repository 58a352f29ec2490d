/**
 * 'Select This System' and 'Order this one': carries the chosen generator into the wizard, where
 * step 2 preselects it (REC-03.4, GUIDE-02.4).
 */

import { productOf, productOfModel } from "#app/wizard/generator/product-of.ts";
import type { Unit } from "#content/sizing/systems.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
import type { GeneratorOption } from "#features/generator-choice/generator-option.ts";
import { paths } from "#lib/paths.ts";

/**
 * Record the choice in the draft; returns the path to go to. A reserved booking is left alone and a
 * new draft started. Without the catalog, the model number is enough for step 2.
 */
export function selectUnit(
  { modelNumber, kw }: Pick<Unit, "modelNumber" | "kw">,
  address: string,
  forSale: GeneratorOption | undefined,
): string {
  if (readDraft().wizard.status === "completed") startDraft();
  const product = forSale ? productOf(forSale, null) : productOfModel(modelNumber, kw);
  recordDraft({ type: "generatorChosen", product });
  return `${paths.wizard.address}?${new URLSearchParams({ address })}`;
}
