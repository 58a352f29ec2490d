/** Load calculation of the entered home, the generators that fit it, and the card to recommend. */
import { systemTiers, type Tier } from "#content/sizing/tiers.ts";
import { type Fuel, units } from "#content/sizing/units.ts";
import { type HomeAnswers, loadsOf } from "#site/load-calculation/home-answers.ts";
import { bestFit, type Fit, fitOf } from "#site/load-calculation/managed-load.ts";
import {
  type HomeLoads,
  type ServiceLoad,
  serviceLoad,
} from "#site/load-calculation/service-load.ts";

export type Sizing = {
  /** Null while an answer is not a valid number. */
  home: HomeLoads | null;
  load: ServiceLoad | null;
  fits: Fit[];
  best: Fit | null;
  tier: Tier | null;
};

export function sizingOf(answers: HomeAnswers, fuel: Fuel): Sizing {
  const home = loadsOf(answers);
  if (!home) return { home, load: null, fits: [], best: null, tier: null };
  const fits = units.map((unit) => fitOf(unit, home, fuel));
  const best = bestFit(fits);
  const system = systemTiers.find((each) => each.modelNumber === best?.unit.modelNumber);
  return { home, load: serviceLoad(home), fits, best, tier: system?.tier ?? null };
}
