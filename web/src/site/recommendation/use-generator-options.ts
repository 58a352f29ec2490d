/** Generators for sale. The cards are shown without them, so a slow catalog delays nothing. */
import { api, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import type { SystemTier } from "#content/sizing/tiers.ts";
import { units } from "#content/sizing/units.ts";
import {
  type GeneratorOption,
  toGeneratorOption,
} from "#features/generator-choice/generator-option.ts";

/** Undefined while loading; empty when the catalog cannot be loaded. */
export function useGeneratorOptions(): GeneratorOption[] | undefined {
  const { data, isFailed } = useRequest(loadGenerators);
  return isFailed ? [] : data;
}

const loadGenerators = async (signal: AbortSignal): Promise<GeneratorOption[]> =>
  (await unwrap(api.GET("/api/generators", { signal }))).map(toGeneratorOption);

/** The generator for sale behind a card: the same model, else the nearest in kW. */
export function nearestForSale(
  { modelNumber, kw }: SystemTier,
  options: readonly GeneratorOption[],
): GeneratorOption | undefined {
  const forSale = options.filter((option) => option.type === "buy_here");
  const targetKw = units.find((unit) => unit.modelNumber === modelNumber)?.kw ?? kw;
  const byNearness = forSale.toSorted(
    (one, other) => Math.abs(one.kw - targetKw) - Math.abs(other.kw - targetKw),
  );
  return forSale.find((option) => option.modelNumber === modelNumber) ?? byNearness[0];
}
