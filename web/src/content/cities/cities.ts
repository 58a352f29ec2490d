/** The cities that have a page, in display order (CITY-01.1): market/houston/cities.json. */
import text from "@market/cities.json?raw";
import { prices } from "#content/price-example.ts";
import type { City } from "./city.ts";

// {price.close} is the price in force; the names are those of `prices`.
const filled = text.replace(/\{price\.(\w+)\}/g, (whole, name: string) =>
  name in prices ? prices[name as keyof typeof prices] : whole,
);

export const cities: readonly City[] = JSON.parse(filled);
