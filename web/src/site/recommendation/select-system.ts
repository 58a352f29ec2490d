/**
 * 'Select This System' and 'Order this one': carries the chosen generator into the wizard, where
 * step 2 preselects it (REC-03.4, GUIDE-02.4).
 */

import type { GeneratorOption } from "#business/generator-option.ts";
import { readAnswers, storeAnswers } from "#business/sizing/home-answers.ts";
import type { Unit } from "#content/sizing/systems.ts";
import { productOf, productOfModel } from "#draft/product-of.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
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
  const sized = readAnswers();
  if (readDraft().wizard.status === "completed") startDraft();
  if (address) recordDraft({ type: "addressTyped", address });
  // What was just sized here is the home that this generator is ordered for.
  if (sized) storeAnswers(sized);
  const product = forSale ? productOf(forSale, null) : productOfModel(modelNumber, kw);
  recordDraft({ type: "generatorChosen", product });
  return `${paths.wizard.address}?${new URLSearchParams({ address })}`;
}
