/** The three systems of the recommendation, as specified (spec §3), each with the unit for sale nearest to it. */
import { claimed, read, type Sourced } from "./sourced.ts";

export type Tier = "small" | "medium" | "large";

export type SystemTier = {
  tier: Tier;
  name: string;
  kw: number;
  fuel: string;
  priceCents: number;
  warrantyYears: Sourced<number>;
  /** The unit in our store that the wizard preselects. */
  modelNumber: string;
};

export const systemTiers: readonly SystemTier[] = [
  {
    tier: "small",
    name: "Essential",
    kw: 10,
    fuel: "Natural Gas",
    priceCents: 4_999_00,
    warrantyYears: claimed(10),
    modelNumber: "7228",
  },
  {
    tier: "medium",
    name: "Whole Home",
    kw: 20,
    fuel: "Natural Gas/Propane",
    priceCents: 7_999_00,
    warrantyYears: claimed(15),
    modelNumber: "7043",
  },
  {
    tier: "large",
    name: "Premium",
    kw: 26,
    fuel: "Natural Gas/Propane",
    priceCents: 11_999_00,
    warrantyYears: claimed(20),
    modelNumber: "7291",
  },
];

export const manufacturerWarrantyYears = read(
  5,
  "Generac 26 kW specification sheet: 5-year limited warranty",
);

/** The headline's claim (spec §1). */
export const yearlySavingsDollars = claimed(2000);
