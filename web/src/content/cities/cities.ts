/** The cities that have a page, in display order (CITY-01.1): the market's cities.json. */
import text from "@market/cities.json?raw";
import facts from "@market/company.json";
import type { Question } from "#content/passage.ts";
import { installationPrices, prices } from "#content/price-example.ts";

// {price.close} is the price in force; the names are those of `prices` and of the bands.
const filled = text.replace(/\{price\.([\w-]+)\}/g, (whole, name: string) =>
  name in prices ? prices[name as keyof typeof prices] : (installationPrices.get(name) ?? whole),
);

export const cities: readonly City[] = JSON.parse(filled);

type Note = {
  id: "permit" | "utility" | "water" | "homes" | "neighbors" | "outages";
  title: string;
  text: string;
  /** Who published the figure or date. */
  source?: string;
};

/** Facts specific to one city: permit office, utility, flooding, typical homes. */
export type City = {
  slug: string;
  name: string;
  description: string;
  lead: string;
  /** Short name of the permit office. */
  permitOffice: string;
  counties: string;
  notes: readonly Note[];
  questions: readonly Question[];
};

/** Where the crews start from. */
export const serviceCenter = {
  place: facts.service_center.place,
  locality: facts.service_center.locality,
  zipCode: facts.service_center.zip_code,
};
