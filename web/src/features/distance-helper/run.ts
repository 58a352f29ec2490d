/** Conversion from walked steps to feet to a distance band (DIST-01.2, DIST-01.3). */

import { bandLimits } from "#business/bands.ts";

/** A band, by its longest run in feet. */
export type BandFt = number;

export const BANDS_FT: readonly BandFt[] = bandLimits.map(([, limit]) => limit);
export const MOST_STEPS = 80;
const STEP_FT = 3;

/** Parse a step count, clamped to 0 to 80; null for empty input. */
export function stepsFrom(text: string): number | null {
  const digits = text.replace(/\D/g, "");
  if (digits === "") return null;
  return clampSteps(Number(digits));
}

export const clampSteps = (steps: number): number => Math.min(MOST_STEPS, Math.max(0, steps));

export const feetFromSteps = (steps: number): number => steps * STEP_FT;

/** Distance band of a run in feet; an edge belongs to the nearer band. Null beyond the farthest. */
export const bandFor = (feet: number): BandFt | null =>
  BANDS_FT.find((band) => feet <= band) ?? null;

/** The fewest and the most steps whose run is in this band. */
export function stepsOf(band: BandFt): [from: number, to: number] {
  const nearer = BANDS_FT[BANDS_FT.indexOf(band) - 1];
  const most = (feet: number) => Math.floor(feet / STEP_FT);
  return [nearer === undefined ? 0 : most(nearer) + 1, most(band)];
}

export const isTooFar = (steps: number | null): boolean =>
  steps !== null && bandFor(feetFromSteps(steps)) === null;

/** The band in the query string: as in ?band=25; null for any other. */
export const bandFromQuery = (query: string): BandFt | null => {
  const requested = new URLSearchParams(query).get("band");
  return BANDS_FT.find((band) => String(band) === requested) ?? null;
};
