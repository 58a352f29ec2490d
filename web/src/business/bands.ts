/** The distance bands: how far each one reaches. An edge belongs to the nearer band. */
import { bandLimits } from "virtual:market";
import type { Schemas } from "#api/client.ts";

export type Band = Schemas["DistanceBand"];

/** The longest run of each band in feet, nearest first. */
export { bandLimits };

export const [nearestBand, ...fartherBands] = bandLimits.map(([band]) => band) as [Band, ...Band[]];
export const farthestBand = fartherBands.at(-1) ?? nearestBand;

export const limitOf = (band: Band): number => bandLimits.find(([each]) => each === band)?.[1] ?? 0;

/** The longest run in feet that has a flat price. */
export const longestFlatRunFt = Math.max(...bandLimits.map(([, limit]) => limit));

/** The band of a run in feet; null beyond the farthest. */
export const bandFor = (feet: number): Band | null =>
  bandLimits.find(([, limit]) => feet <= limit)?.[0] ?? null;

/** The band that ends at this many feet, as in ?band=25. */
export const bandEndingAt = (feet: unknown): Band | null =>
  bandLimits.find(([, limit]) => String(limit) === String(feet))?.[0] ?? null;

const named = (name: (from: number, to: number) => string) =>
  Object.fromEntries(
    bandLimits.map(([band, to], at) => [band, name(bandLimits[at - 1]?.[1] ?? 0, to)]),
  ) as Record<Band, string>;

/** "0–25 ft", for labels. */
export const bandRange = named((from, to) => `${from}–${to} ft`);

/** "up to 25 ft", "25 to 50 ft", for sentences. */
export const bandInWords = named((from, to) =>
  from === 0 ? `up to ${to} ft` : `${from} to ${to} ft`,
);

/** "25–50 ft", or "210 ft (custom)" for a run that a custom quote is for. */
export const runRange = (band: Band, quotedFt: number | null): string =>
  quotedFt === null ? bandRange[band] : `${quotedFt} ft (custom)`;

/**
 * The radius of a band's arc in a drawing that is not to scale: given are those of the nearest and
 * the farthest band, the others lie between them by the logarithm of their feet, each far enough
 * inside the next one for its label.
 */
export function arcRadius(feet: number, [nearest, farthest]: readonly [number, number]): number {
  const growth = (to: number) => Math.log(to / limitOf(nearestBand));
  const part = growth(feet) / (growth(longestFlatRunFt) || 1);
  const beyond = bandLimits.filter(([, limit]) => limit > feet).length;
  const most = 1 - beyond / bandLimits.length;
  return Math.round(nearest + Math.min(part, most) * (farthest - nearest));
}
