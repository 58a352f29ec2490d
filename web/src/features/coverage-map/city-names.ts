/**
 * City labels for the map without streets: larger cities, placed at the middle of their ZIP codes.
 */
import { type Area, middleOf } from "./map-drawing.ts";

export type CityName = { name: string; at: { lat: number; lng: number }; isLarge: boolean };

const LEAST_ZIPS = 2;
const LARGE_ZIPS = 20;
const WITHIN_ANOTHER = ["Kingwood", "Santa Fe", "Richmond"]; // their labels would overlap others

export function cityNames(areas: readonly Area[]): CityName[] {
  const byCity = new Map<string, Area[]>();
  for (const area of areas) byCity.set(area.city, [...(byCity.get(area.city) ?? []), area]);
  return [...byCity]
    .filter(([name, parts]) => parts.length >= LEAST_ZIPS && !WITHIN_ANOTHER.includes(name))
    .map(([name, parts]) => ({ name, at: middle(parts), isLarge: parts.length >= LARGE_ZIPS }));
}

function middle(areas: readonly Area[]) {
  const points = areas.map(middleOf);
  const mean = (of: "lat" | "lng") => points.reduce((sum, at) => sum + at[of], 0) / points.length;
  return { lat: mean("lat"), lng: mean("lng") };
}
