/** ZIP codes of the seed data by region, for the static HTML. Import it only at build time. */

import seeds from "@market/coverage_zip_codes.csv?raw";
import { coveredPlaces } from "#content/cities/places.ts";
import { regionsFrom } from "./coverage-list.tsx";

export const builtRegions = regionsFrom(
  coveredPlaces(seeds).map(({ zipCode, region }) => ({ zip_code: zipCode, region })),
);
