/** The generators for sale, with their output on either fuel. */
import { read, type Sourced, typical } from "./sourced.ts";

export type Fuel = "natural_gas" | "propane";

export type Unit = {
  modelNumber: string;
  brand: string;
  kw: number;
  ratingKw: Record<Fuel, Sourced<number>>;
};

const SHEET = "Generac specification sheet of the model";

/** Sorted by size, the smallest first. */
export const units: readonly Unit[] = [
  {
    modelNumber: "7228",
    brand: "Generac",
    kw: 18,
    ratingKw: {
      propane: read(18, SHEET),
      natural_gas: typical(17, "its gas flow (247 ft³/h) beside the 26 kW's (333 ft³/h, 22.5 kW)"),
    },
  },
  {
    modelNumber: "7043",
    brand: "Generac",
    kw: 22,
    ratingKw: {
      propane: read(22, SHEET),
      natural_gas: typical(19.5, "what is usual for this model; its sheet is not on file"),
    },
  },
  {
    modelNumber: "7291",
    brand: "Generac",
    kw: 26,
    ratingKw: { propane: read(26, SHEET), natural_gas: read(22.5, SHEET) },
  },
];

/** Output share on a 100 °F afternoon. Manuals say 1 % less per 10 °F, which makes 2 to 4 %. */
export const hotDayShare = typical(0.97, "1 % less per 10 °F above 60 to 77 °F, by manual");
