/** From walked steps to feet to a distance band (spec §5, §9). */

export type BandFt = 25 | 50 | 150;

export const BANDS_FT: readonly BandFt[] = [25, 50, 150];
export const MOST_STEPS = 80;
const STEP_FT = 3;

/** What was typed, as a number of steps from 0 to 80; null for nothing. */
export function stepsFrom(typed: string): number | null {
  const digits = typed.replace(/\D/g, "");
  if (digits === "") return null;
  return clampSteps(Number(digits));
}

export const clampSteps = (steps: number): number => Math.min(MOST_STEPS, Math.max(0, steps));

export const feetFromSteps = (steps: number): number => steps * STEP_FT;

/** An edge belongs to the nearer band; null beyond the farthest. */
export const bandFor = (feet: number): BandFt | null =>
  BANDS_FT.find((band) => feet <= band) ?? null;

export const isTooFar = (steps: number | null): boolean =>
  steps !== null && bandFor(feetFromSteps(steps)) === null;

/** Of the page's address: ?band=25, 50 or 150; null for none and for anything else. */
export const bandFromQuery = (query: string): BandFt | null => {
  const asked = new URLSearchParams(query).get("band");
  return BANDS_FT.find((band) => String(band) === asked) ?? null;
};
