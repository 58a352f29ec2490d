/**
 * Appliances a home may have, with typical nameplate ratings in VA. The actual nameplate decides.
 */

export type LoadId =
  | "base"
  | "cooling-1"
  | "cooling-2"
  | "heat-strips"
  | "range"
  | "dryer"
  | "water-heater"
  | "dishwasher"
  | "ev-charger"
  | "pool-pump"
  | "other";

export type Choice = { value: string; label: string; va: number };

export const rangeChoices: readonly Choice[] = [
  { value: "gas", label: "Gas", va: 0 },
  { value: "electric", label: "Electric range, 12 kW", va: 12_000 },
  { value: "cooktop", label: "Electric cooktop and oven, 9 kW", va: 9000 },
];

export const dryerChoices: readonly Choice[] = [
  { value: "gas", label: "Gas, or none", va: 0 },
  { value: "electric", label: "Electric, 5 kW", va: 5000 },
];

export const waterHeaterChoices: readonly Choice[] = [
  { value: "gas", label: "Gas", va: 0 },
  { value: "tank", label: "Electric tank, 4.5 kW", va: 4500 },
  { value: "small-tank", label: "Electric tank, 2.5 kW", va: 2500 },
  { value: "tankless", label: "Electric, tankless, 24 kW", va: 24_000 },
];

export const dishwasherChoices: readonly Choice[] = [
  { value: "yes", label: "Yes, 1.2 kW", va: 1200 },
  { value: "no", label: "None", va: 0 },
];

/** NEC 220.57 counts a charger at its nameplate, but at least 7,200 VA. */
export const evChoices: readonly Choice[] = [
  { value: "none", label: "None", va: 0 },
  { value: "32", label: "32 A, 7.7 kW", va: 7680 },
  { value: "40", label: "40 A, 9.6 kW", va: 9600 },
  { value: "48", label: "48 A, 11.5 kW", va: 11_520 },
];

export const poolChoices: readonly Choice[] = [
  { value: "none", label: "None", va: 0 },
  { value: "variable", label: "Variable speed, 1.5 kW", va: 1500 },
  { value: "single", label: "Single speed, 2.5 kW", va: 2500 },
];

// About 1.25 kVA per ton, compressor and blower: typical, not of a specific unit.
const COOLING_VA_PER_TON = 1250;

/** By the total size of all air conditioners, in tons; above 5 tons a home has two. */
export const coolingChoices: readonly (Choice & { systems: 0 | 1 | 2 })[] = [
  { value: "0", label: "None", systems: 0, va: 0 },
  ...[2, 2.5, 3, 3.5, 4, 5].map((tons) => cooling(tons, 1)),
  ...[6, 7, 8, 10].map((tons) => cooling(tons, 2)),
];

function cooling(tons: number, systems: 1 | 2) {
  const label = systems === 1 ? `One, ${tons} tons` : `Two, ${tons} tons together`;
  return { value: String(tons), label, systems, va: tons * COOLING_VA_PER_TON };
}

export type HeatingKind = "gas" | "heat-pump" | "central" | "separate";

export const heatingChoices: readonly { value: HeatingKind; label: string; usualKw: number }[] = [
  { value: "gas", label: "Gas furnace", usualKw: 0 },
  { value: "heat-pump", label: "Heat pump with electric strips", usualKw: 10 },
  { value: "central", label: "Electric furnace", usualKw: 15 },
  { value: "separate", label: "Electric heaters in rooms", usualKw: 9 },
];
