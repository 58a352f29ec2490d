/** The three systems of the recommendation, each with the nearest generator for sale (REC-03.2). */
import { claimed, read, type Sourced } from "./sourced.ts";

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

/** The claim in the page's headline. */
export const yearlySavingsDollars = claimed(2000);
