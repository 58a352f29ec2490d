/** Load calculation of one home by NEC 220.82, the optional method. */
import type { LoadId } from "#content/sizing/appliances.ts";
import { type Factors, nec2023 } from "#content/sizing/nec.ts";
import { type Fuel, type Unit, units } from "#content/sizing/systems.ts";
import { m } from "#paraglide/messages.js";

export type Appliance = { id: LoadId; name: string; va: number };

export type Heating =
  | { kind: "none" }
  | { kind: "heat-pump"; stripsVa: number }
  | { kind: "central"; va: number }
  | { kind: "separate"; va: number; heaters: number };

/** Nameplate ratings in VA. Applies to a home with its own 120/240 V service of 100 A or more. */
export type HomeLoads = {
  floorSqFt: number;
  smallApplianceCircuits: number;
  laundryCircuits: number;
  appliances: readonly Appliance[];
  /** VA of each air conditioner or heat pump, compressor and blower. */
  coolingVa: readonly number[];
  heating: Heating;
};

type LoadLine = { id: LoadId; name: string; va: number };

export type ServiceLoad = {
  /** Parts of the general load, at nameplate. */
  general: LoadLine[];
  generalVa: number;
  /** General load after the demand factors. */
  demandVa: number;
  coolingVa: number;
  heatingVa: number;
  /** The larger of cooling and heating. */
  climateVa: number;
  totalVa: number;
};

export function serviceLoad(home: HomeLoads, factors: Factors = nec2023): ServiceLoad {
  const general = generalLines(home, factors);
  const generalVa = sum(general.map((line) => line.va));
  const demandVa =
    Math.min(generalVa, factors.firstVa) +
    Math.max(0, generalVa - factors.firstVa) * factors.restShare;
  const compressorsVa = sum(home.coolingVa);
  const coolingVa = compressorsVa * factors.coolingShare;
  const heatingVa = heatingLoad(home.heating, compressorsVa, factors);
  const climateVa = Math.max(coolingVa, heatingVa);
  return {
    general,
    generalVa,
    demandVa,
    coolingVa,
    heatingVa,
    climateVa,
    totalVa: Math.round(demandVa + climateVa),
  };
}

function generalLines(home: HomeLoads, { lightingVaPerSqFt, circuitVa }: Factors): LoadLine[] {
  const circuits = (count: number) => count * circuitVa;
  const { floorSqFt, smallApplianceCircuits, laundryCircuits } = home;
  return [
    { id: "base", name: m.load_lights(), va: floorSqFt * lightingVaPerSqFt },
    { id: "base", name: m.load_kitchen(), va: circuits(smallApplianceCircuits) },
    { id: "base", name: m.load_laundry(), va: circuits(laundryCircuits) },
    ...home.appliances.filter((appliance) => appliance.va > 0),
  ];
}

// A heat pump's compressors heat too, and its strips add to them.
function heatingLoad(heating: Heating, compressorsVa: number, factors: Factors): number {
  switch (heating.kind) {
    case "none":
      return 0;
    case "heat-pump":
      return compressorsVa * factors.heatPumpShare + heating.stripsVa * factors.electricHeatShare;
    case "central":
      return heating.va * factors.electricHeatShare;
    case "separate":
      return heating.va * separateShare(heating.heaters, factors);
  }
}

const separateShare = (heaters: number, factors: Factors): number =>
  heaters >= factors.separateHeatersFrom ? factors.separateHeatersShare : factors.electricHeatShare;

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** "18.3 kW": for people, who compare it with a generator's kW. The code calculates in VA. */
export const inKw = (va: number): string => `${(va / 1000).toFixed(1)} kW`;

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

/** Whether the generator carries the home, and what a load management system holds back (NEC 702.4). */
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

/** Every generator for sale on this home, the smallest first. */
export const fitsOf = (home: HomeLoads, fuel: Fuel): Fit[] =>
  units.map((unit) => fitOf(unit, home, fuel));

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

/** What may be said of a home: never more than the calculation knows. */
export type Grade =
  | { kind: "at-once"; fit: Fit }
  /** One load management module for each load that waits; `more` are not in the price. */
  | { kind: "in-turn"; fit: Fit; waiting: LoadId[]; more: number }
  | { kind: "too-large" };

/** A generator's grade; `modules` come with it. Null is none that carries the home. */
export function gradeOf(fit: Fit | null, modules: number): Grade {
  if (!fit?.waiting) return { kind: "too-large" };
  const { waiting } = fit;
  if (waiting.length === 0) return { kind: "at-once", fit };
  return { kind: "in-turn", fit, waiting, more: Math.max(0, waiting.length - modules) };
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
