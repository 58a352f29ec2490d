/** Conversion from walked steps to feet to a distance band (DIST-01.2). */

import { type Band, bandFor, bandLimits, FEET_PER_STEP } from "#business/bands.ts";

export const MOST_STEPS = 80;

/**
 * Parse a step count, clamped to 0 to 80; null for what is no count. Half a step is a whole one, so
 * that no run comes out too short.
 */
export function stepsFrom(text: string): number | null {
  const figure = text.replaceAll(",", "").trim();
  return /^-?\d+(\.\d*)?( |$)/.test(figure)
    ? clampSteps(Math.ceil(Number.parseFloat(figure)))
    : null;
}

export const clampSteps = (steps: number): number => Math.min(MOST_STEPS, Math.max(0, steps));

export const feetFromSteps = (steps: number): number => steps * FEET_PER_STEP;

/** The fewest and the most steps whose run is in this band. */
export function stepsOf(band: Band): [from: number, to: number] {
  const at = bandLimits.findIndex(([each]) => each === band);
  const most = (limit: number) => Math.floor(limit / FEET_PER_STEP);
  const nearer = bandLimits[at - 1];
  return [nearer ? most(nearer[1]) + 1 : 0, most(bandLimits[at]?.[1] ?? 0)];
}

export const isTooFar = (steps: number | null): boolean =>
  steps !== null && bandFor(feetFromSteps(steps)) === null;
