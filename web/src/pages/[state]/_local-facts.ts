/** Facts of a city page: from the list of ZIP codes when pages are built, the fee when they are filled. */

import seeds from "@market/coverage_zip_codes.csv?raw";
import { defaultBook } from "#business/default-book.ts";
import { isBuild, placeholder } from "#business/market.ts";
import { priceOf, usualJob } from "#business/prices.ts";
import { type City, cities } from "#content/cities/cities.ts";
import {
  coveredPlaces,
  milesFromServiceCenter,
  nearestCities,
  zipCodesOf,
} from "#content/cities/places.ts";
import type { Amount } from "#lib/money.ts";

const places = coveredPlaces(seeds);

export const localFacts = (city: City) => ({
  zipCodes: zipCodesOf(places, city),
  permitFeeCents: permitFeeCents(city),
  miles: milesFromServiceCenter(places, city),
  nearby: nearestCities(places, city, cities),
});

// The server knows the fee in force, also of a city that had none of its own (page_facts.py).
function permitFeeCents(city: City): Amount {
  if (isBuild) return placeholder(`fee.permit.${city.slug}`);
  return priceOf(defaultBook, usualJob(defaultBook, city.name))?.shown.permit_cents ?? 0;
}
