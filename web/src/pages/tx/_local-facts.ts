/** Facts of a city page that come from the seed data, read at build time. */

import configuration from "@market/configuration.json";
import seeds from "@market/coverage_zip_codes.csv?raw";
import { type City, cities } from "#content/cities/cities.ts";
import {
  coveredPlaces,
  milesFromServiceCenter,
  nearestCities,
  permitFeeCents,
  zipCodesOf,
} from "#content/cities/places.ts";

const places = coveredPlaces(seeds);

export const localFacts = (city: City) => ({
  zipCodes: zipCodesOf(places, city),
  permitFeeCents: permitFeeCents(configuration.pricing.permit_fee, city),
  miles: milesFromServiceCenter(places, city),
  nearby: nearestCities(places, city, cities),
});
