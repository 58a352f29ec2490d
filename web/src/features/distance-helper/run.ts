/** Conversion from walked steps to feet to a distance band (DIST-01.2). */

import { type Band, bandFor, bandLimits } from "#business/bands.ts";

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

/** The fewest and the most steps whose run is in this band. */
export function stepsOf(band: Band): [from: number, to: number] {
  const at = bandLimits.findIndex(([each]) => each === band);
  const most = (limit: number) => Math.floor(limit / STEP_FT);
  const nearer = bandLimits[at - 1];
  return [nearer ? most(nearer[1]) + 1 : 0, most(bandLimits[at]?.[1] ?? 0)];
}

export const isTooFar = (steps: number | null): boolean =>
  steps !== null && bandFor(feetFromSteps(steps)) === null;
