/** Facts about covered places taken from the seed data: ZIP codes and distances. */
import { type City, serviceCenter } from "./cities.ts";

export type CoveredPlace = {
  zipCode: string;
  city: string;
  region: string;
  lat: number;
  lon: number;
};

type Spot = { lat: number; lon: number };

const EARTH_MILES = 3958.8;
const NEARBY = 4;

/** Parse the rows of the market's coverage_zip_codes.csv. */
export function coveredPlaces(csv: string): CoveredPlace[] {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    return {
      zipCode: cell("zip_code"),
      city: cell("city"),
      region: cell("region"),
      lat: Number(cell("lat")),
      lon: Number(cell("lon")),
    };
  });
}

export const zipCodesOf = (places: readonly CoveredPlace[], city: City): string[] =>
  placesOf(places, city)
    .map(({ zipCode }) => zipCode)
    .sort();

/**
 * Straight-line distance in miles from the service center to the middle of the city's ZIP codes; at
 * least 1.
 */
export function milesFromServiceCenter(places: readonly CoveredPlace[], city: City): number {
  const center = places.find(({ zipCode }) => zipCode === serviceCenter.zipCode);
  if (!center)
    throw new Error(`The service center's ZIP code ${serviceCenter.zipCode} is not covered`);
  return Math.max(1, Math.round(milesBetween(center, middleOf(places, city))));
}

export function nearestCities(
  places: readonly CoveredPlace[],
  city: City,
  cities: readonly City[],
): City[] {
  const here = middleOf(places, city);
  const milesTo = (other: City) => milesBetween(here, middleOf(places, other));
  return cities
    .filter(({ slug }) => slug !== city.slug)
    .sort((one, other) => milesTo(one) - milesTo(other))
    .slice(0, NEARBY);
}

function placesOf(places: readonly CoveredPlace[], { name }: City): CoveredPlace[] {
  const matches = places.filter(({ city }) => city === name);
  if (matches.length === 0) throw new Error(`No covered ZIP code in ${name}`);
  return matches;
}

function middleOf(places: readonly CoveredPlace[], city: City): Spot {
  const matches = placesOf(places, city);
  const mean = (of: "lat" | "lon") => matches.reduce((sum, at) => sum + at[of], 0) / matches.length;
  return { lat: mean("lat"), lon: mean("lon") };
}

// Haversine formula.
function milesBetween(from: Spot, to: Spot): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(to.lat - from.lat) / 2) ** 2;
  const east = Math.sin(radians(to.lon - from.lon) / 2) ** 2;
  const squared = north + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * east;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(squared));
}
