import { bandLimits } from "#business/bands.ts";

/**
 * The run, in feet, from which on down it costs less than one that may be this long; "none" in the
 * nearest band: no sentence may promise a lower price there.
 */
export const lowerFrom = (feet: number): number | "none" =>
  bandLimits.findLast(([, limit]) => limit < feet)?.[1] ?? "none";
