import type { City } from "#content/cities/city.ts";

/** Facts of a city that come from the seed data. */
export type LocalFacts = {
  zipCodes: readonly string[];
  permitFeeCents: number;
  miles: number;
  nearby: readonly City[];
};
