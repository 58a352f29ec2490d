/** The distance bands: how far each one reaches. An edge belongs to the nearer band. */
import { limitsFt } from "virtual:market";
import type { Schemas } from "#api/client.ts";

export type Band = Schemas["DistanceBand"];

const NAMES: readonly Band[] = ["close", "medium", "far"];

/** The longest run of each band in feet, nearest first. */
export const bandLimits: readonly (readonly [Band, number])[] = NAMES.map((band, at) => [
  band,
  limitsFt[at] ?? 0,
]);

export const limitOf = (band: Band): number => limitsFt[NAMES.indexOf(band)] ?? 0;

/** The band of a run in feet; null beyond the farthest. */
export const bandFor = (feet: number): Band | null =>
  bandLimits.find(([, limit]) => feet <= limit)?.[0] ?? null;

/** The band that ends at this many feet, as in ?band=25. */
export const bandEndingAt = (feet: unknown): Band | null =>
  bandLimits.find(([, limit]) => String(limit) === String(feet))?.[0] ?? null;

const named = (name: (from: number, to: number) => string) =>
  Object.fromEntries(
    bandLimits.map(([band, to], at) => [band, name(limitsFt[at - 1] ?? 0, to)]),
  ) as Record<Band, string>;

/** "0–25 ft", for labels. */
export const bandRange = named((from, to) => `${from}–${to} ft`);

/** "up to 25 ft", "25 to 50 ft", for sentences. */
export const bandInWords = named((from, to) =>
  from === 0 ? `up to ${to} ft` : `${from} to ${to} ft`,
);
