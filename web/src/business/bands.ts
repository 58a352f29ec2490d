/** The distance bands: how far each one reaches. An edge belongs to the nearer band. */
import { limitsFt } from "virtual:market";
import type { Schemas } from "#lib/api/client.ts";

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
