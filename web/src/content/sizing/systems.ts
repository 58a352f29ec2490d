/** The systems recommended to visitors, and the generators behind them. */
import { m } from "#paraglide/messages.js";

type Source =
  | { status: "read"; at: string }
  | { status: "typical"; at: string }
  | { status: "claimed"; at: string | null };

/** A figure with its source, which an operator records beside it. */
type Sourced<T> = { value: T; source: Source };

/** Taken from a document we have. */
const read = <T>(value: T, at: string): Sourced<T> => ({
  value,
  source: { status: "read", at },
});

/** Typical; not confirmed for this model or home. */
const typical = <T>(value: T, at: string): Sourced<T> => ({
  value,
  source: { status: "typical", at },
});

/** Claimed by the business; `at` is null until the operator records a source. */
const claimed = <T>(value: T, at: string | null = null): Sourced<T> => ({
  value,
  source: { status: "claimed", at },
});

export type Tier = "small" | "medium" | "large";

export type SystemTier = {
  tier: Tier;
  name: string;
  kw: number;
  fuel: string;
  priceCents: number;
  warrantyYears: Sourced<number>;
  /** Generator the wizard preselects. */
  modelNumber: string;
};

/** The three systems of the recommendation, each with the nearest generator for sale (REC-03.2). */
export const systemTiers: readonly SystemTier[] = [
  {
    tier: "small",
    name: m.system_tier_small(),
    kw: 10,
    fuel: m.system_fuel_gas(),
    priceCents: 4_999_00,
    warrantyYears: claimed(10),
    modelNumber: "7228",
  },
  {
    tier: "medium",
    name: m.system_tier_medium(),
    kw: 20,
    fuel: m.system_fuel_either(),
    priceCents: 7_999_00,
    warrantyYears: claimed(15),
    modelNumber: "7043",
  },
  {
    tier: "large",
    name: m.system_tier_large(),
    kw: 26,
    fuel: m.system_fuel_either(),
    priceCents: 11_999_00,
    warrantyYears: claimed(20),
    modelNumber: "7291",
  },
];

export const manufacturerWarrantyYears = read(
  5,
  "Generac 26 kW specification sheet: 5-year limited warranty",
);

/** The claim in the page's headline. */
export const yearlySavingsDollars = claimed(2000);

export type Fuel = "natural_gas" | "propane";

export type Unit = {
  modelNumber: string;
  brand: string;
  kw: number;
  ratingKw: Record<Fuel, Sourced<number>>;
  heightIn: Sourced<number>;
};

const SHEET = "Generac specification sheet of the model";
const SAME_ENCLOSURE = typical(29, "the 26 kW's enclosure; this model's sheet is not on file");

/** The generators for sale, with their output on either fuel; the smallest first. */
export const units: readonly Unit[] = [
  {
    modelNumber: "7228",
    brand: "Generac",
    kw: 18,
    ratingKw: {
      propane: read(18, SHEET),
      natural_gas: typical(17, "its gas flow (247 ft³/h) beside the 26 kW's (333 ft³/h, 22.5 kW)"),
    },
    heightIn: SAME_ENCLOSURE,
  },
  {
    modelNumber: "7043",
    brand: "Generac",
    kw: 22,
    ratingKw: {
      propane: read(22, SHEET),
      natural_gas: typical(19.5, "what is usual for this model; its sheet is not on file"),
    },
    heightIn: SAME_ENCLOSURE,
  },
  {
    modelNumber: "7291",
    brand: "Generac",
    kw: 26,
    ratingKw: { propane: read(26, SHEET), natural_gas: read(22.5, SHEET) },
    heightIn: read(29, SHEET),
  },
];

/** Output share on a 100 °F afternoon. Manuals say 1 % less per 10 °F, which makes 2 to 4 %. */
export const hotDayShare = typical(0.97, "1 % less per 10 °F above 60 to 77 °F, by manual");
