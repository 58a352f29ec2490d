import { hotDayShare } from "#content/sizing/systems.ts";
import { dayLoadsOf } from "./home-answers.ts";
import type { Fit, HomeLoads } from "./service-load.ts";
import { type Day, simulateDay } from "./simulate-day.ts";

/**
 * A hot August day of a home on a generator, from the same loads as its verdict: only what load
 * management holds back may wait. Null for a generator that cannot carry the home: it has no day.
 */
export function dayOn({ waiting, ratingKw }: Fit, home: HomeLoads): Day | null {
  if (waiting === null) return null;
  return simulateDay(dayLoadsOf(home), ratingKw * hotDayShare.value, (id) => waiting.includes(id));
}
