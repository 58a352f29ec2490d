import type { GeneratorOption } from "#business/generator-option.ts";
import type { Unit } from "#content/sizing/systems.ts";
import { readEnergyData } from "./energy-data.ts";

/** Go to the wizard with this generator chosen. The booking's draft is loaded only for who orders. */
export async function orderUnit(
  unit: Pick<Unit, "modelNumber" | "kw">,
  forSale?: GeneratorOption,
): Promise<void> {
  const { selectUnit } = await import("./select-system.ts");
  location.assign(selectUnit(unit, readEnergyData()?.address ?? "", forSale));
}
