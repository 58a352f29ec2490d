/** What the visitor was told of the generator that they chose, as the order keeps it. */
import type { Schemas } from "#api/client.ts";
import { type HomeAnswers, loadsOf } from "#business/sizing/home-answers.ts";
import { type Fit, fitOf, type HomeLoads } from "#business/sizing/service-load.ts";
import { units } from "#content/sizing/systems.ts";

export type StayOnTold = Schemas["StayOn"];

/**
 * The list, the home and the verdict on this model, which is null for one without known figures.
 * Null while an answer is not a number: then nothing was told.
 */
export function stayOnTold(answers: HomeAnswers, modelNumber: string): StayOnTold | null {
  const home = loadsOf(answers);
  if (!home) return null;
  const unit = units.find((each) => each.modelNumber === modelNumber);
  const fit = unit ? fitOf(unit, home, "natural_gas") : null;
  return {
    floor_sq_ft: Math.round(home.floorSqFt),
    ac_systems: home.coolingVa.length as StayOnTold["ac_systems"],
    ac_tons: Number(answers.cooling),
    heating: answers.heating,
    heating_kw: Number(answers.heatingKw),
    loads: loadsIn(home),
    verdict: fit && verdictOf(fit),
    waiting: (fit?.waiting ?? []) as StayOnTold["waiting"],
  };
}

// The dishwasher is part of the kitchen, which is always in.
const loadsIn = ({ appliances }: HomeLoads): Record<string, number> =>
  Object.fromEntries(
    appliances
      .map(({ id, va }) => [id, Math.round(va)] as const)
      .filter(([id, va]) => id !== "dishwasher" && va > 0),
  );

function verdictOf({ waiting }: Fit): StayOnTold["verdict"] {
  if (waiting === null) return "too-large";
  return waiting.length === 0 ? "at-once" : "in-turn";
}
