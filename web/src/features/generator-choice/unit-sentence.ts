/** What a generator runs in this home, in one sentence a homeowner would say. */
import type { Fit, HomeLoads } from "#business/sizing/service-load.ts";
import type { LoadId } from "#content/sizing/appliances.ts";
import { listed } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";

// Less is not worth mentioning.
const LEAST_SPARE_KW = 1;

export function unitSentence(fit: Fit, home: HomeLoads): string {
  const { waiting, ratingKw, connectedVa } = fit;
  if (waiting === null)
    return m.generator_choice_unit_too_small({
      kw: ratingKw,
      needsKw: Math.ceil(connectedVa / 1000),
    });
  const runs = listed(runningIn(home, waiting));
  const spareKw = Math.floor(ratingKw - connectedVa / 1000);
  const hasSpare = spareKw >= LEAST_SPARE_KW;
  if (waiting.length === 0)
    return hasSpare
      ? m.generator_choice_unit_spare({ runs, spareKw })
      : m.generator_choice_unit_all({ runs });
  const names = {
    runs,
    waiting: listed(waiting.map((id) => m.generator_choice_unit_load({ id }))),
    count: waiting.length,
  };
  return hasSpare
    ? m.generator_choice_unit_waits_spare({ ...names, spareKw })
    : m.generator_choice_unit_waits(names);
}

// The dishwasher is part of the kitchen.
const UNNAMED: readonly LoadId[] = ["dishwasher"];

function runningIn(home: HomeLoads, waiting: readonly LoadId[]): string[] {
  const isRunning = (id: LoadId) => !waiting.includes(id) && !UNNAMED.includes(id);
  const systems = home.coolingVa.length - (waiting.includes("cooling-2") ? 1 : 0);
  return [
    m.generator_choice_unit_lights(),
    m.generator_choice_unit_kitchen(),
    ...(systems > 0 ? [m.generator_choice_unit_acs({ count: systems })] : []),
    ...home.appliances
      .filter(({ id }) => isRunning(id))
      .map(({ id }) => m.generator_choice_unit_load({ id })),
  ];
}
