import type { City } from "#content/cities/city.ts";

/** What the starting data says of the city. */
export type LocalFacts = {
  zipCodes: readonly string[];
  permitFeeCents: number;
  miles: number;
  nearby: readonly City[];
};
