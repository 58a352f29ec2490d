/**
 * Appliances a home may have, with typical nameplate ratings in VA. The actual nameplate decides.
 */
import { m } from "#paraglide/messages.js";

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
  { value: "gas", label: m.appliance_gas(), va: 0 },
  { value: "electric", label: m.appliance_range(), va: 12_000 },
  { value: "cooktop", label: m.appliance_cooktop(), va: 9000 },
];

export const dryerChoices: readonly Choice[] = [
  { value: "gas", label: m.appliance_gas_or_none(), va: 0 },
  { value: "electric", label: m.appliance_dryer(), va: 5000 },
];

export const waterHeaterChoices: readonly Choice[] = [
  { value: "gas", label: m.appliance_gas(), va: 0 },
  { value: "tank", label: m.appliance_tank(), va: 4500 },
  { value: "small-tank", label: m.appliance_small_tank(), va: 2500 },
  { value: "tankless", label: m.appliance_tankless(), va: 24_000 },
];

export const dishwasherChoices: readonly Choice[] = [
  { value: "yes", label: m.appliance_dishwasher(), va: 1200 },
  { value: "no", label: m.appliance_none(), va: 0 },
];

/** NEC 220.57 counts a charger at its nameplate, but at least 7,200 VA. */
export const evChoices: readonly Choice[] = [
  { value: "none", label: m.appliance_none(), va: 0 },
  { value: "32", label: "32 A, 7.7 kW", va: 7680 },
  { value: "40", label: "40 A, 9.6 kW", va: 9600 },
  { value: "48", label: "48 A, 11.5 kW", va: 11_520 },
];

export const poolChoices: readonly Choice[] = [
  { value: "none", label: m.appliance_none(), va: 0 },
  { value: "variable", label: m.appliance_pool_variable(), va: 1500 },
  { value: "single", label: m.appliance_pool_single(), va: 2500 },
];

// About 1.25 kVA per ton, compressor and blower: typical, not of a specific unit.
const COOLING_VA_PER_TON = 1250;

/** By the total size of all air conditioners, in tons; above 5 tons a home has two. */
export const coolingChoices: readonly (Choice & { systems: 0 | 1 | 2 })[] = [
  { value: "0", label: m.appliance_none(), systems: 0, va: 0 },
  ...[2, 2.5, 3, 3.5, 4, 5].map((tons) => cooling(tons, 1)),
  ...[6, 7, 8, 10].map((tons) => cooling(tons, 2)),
];

function cooling(tons: number, systems: 1 | 2) {
  const label =
    systems === 1 ? m.appliance_cooling_one({ tons }) : m.appliance_cooling_two({ tons });
  return { value: String(tons), label, systems, va: tons * COOLING_VA_PER_TON };
}

export type HeatingKind = "gas" | "heat-pump" | "central" | "separate";

export const heatingChoices: readonly { value: HeatingKind; label: string; usualKw: number }[] = [
  { value: "gas", label: m.appliance_gas_furnace(), usualKw: 0 },
  { value: "heat-pump", label: m.appliance_heat_pump(), usualKw: 10 },
  { value: "central", label: m.appliance_electric_furnace(), usualKw: 15 },
  { value: "separate", label: m.appliance_electric_heaters(), usualKw: 9 },
];
