/**
 * Which generator carries a home, and which loads a load management system must hold back (NEC
 * 702.4).
 */
import type { LoadId } from "#content/sizing/appliances.ts";
import type { Fuel, Unit } from "#content/sizing/units.ts";
import { type HomeLoads, serviceLoad } from "./service-load.ts";

// Ordered by how little they are missed in an outage.
const WAITS_FIRST: readonly LoadId[] = [
  "ev-charger",
  "pool-pump",
  "heat-strips",
  "dryer",
  "water-heater",
  "range",
  "cooling-2",
];

export type Fit = {
  unit: Unit;
  ratingKw: number;
  /** True when the rating is typical and not from this model's data sheet. */
  isTypical: boolean;
  /**
   * Loads held back: empty when the generator carries the whole home at once, null when it cannot
   * at all.
   */
  waiting: LoadId[] | null;
  connectedVa: number;
};

export function fitOf(unit: Unit, home: HomeLoads, fuel: Fuel): Fit {
  const { value: ratingKw, source } = unit.ratingKw[fuel];
  const { waiting, connectedVa } = managed(home, ratingKw * 1000);
  return {
    unit,
    ratingKw,
    isTypical: source.status !== "read",
    waiting: connectedVa <= ratingKw * 1000 ? waiting : null,
    connectedVa,
  };
}

// Removes loads one by one until the rest fits, then adds back those that still fit.
function managed(home: HomeLoads, ratingVa: number) {
  const carried = (waiting: readonly LoadId[]) =>
    serviceLoad(waiting.reduce(without, home)).totalVa;
  let waiting: LoadId[] = [];
  for (const id of WAITS_FIRST) {
    const isLighter = carried([...waiting, id]) < carried(waiting);
    if (carried(waiting) > ratingVa && isLighter) waiting.push(id);
  }
  for (const id of waiting.toReversed()) {
    const fewer = waiting.filter((each) => each !== id);
    if (carried(fewer) <= ratingVa) waiting = fewer;
  }
  return { waiting, connectedVa: carried(waiting) };
}

/**
 * The smallest generator that carries everything at once, else the one that holds back the least.
 */
export function bestFit(fits: readonly Fit[]): Fit | null {
  const possible = fits.filter((fit) => fit.waiting !== null);
  const whole = possible.find((fit) => fit.waiting?.length === 0);
  return whole ?? possible.at(-1) ?? null;
}

function without(home: HomeLoads, id: LoadId): HomeLoads {
  if (id === "cooling-2") return { ...home, coolingVa: home.coolingVa.slice(0, 1) };
  if (id === "heat-strips") return withoutStrips(home);
  return { ...home, appliances: home.appliances.filter((each) => each.id !== id) };
}

const withoutStrips = (home: HomeLoads): HomeLoads =>
  home.heating.kind === "heat-pump"
    ? { ...home, heating: { kind: "heat-pump", stripsVa: 0 } }
    : home;
