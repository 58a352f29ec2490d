/**
 * The distance bands of the market that pages are built for: how far each one reaches. An edge
 * belongs to the nearer band. What was quoted comes from the server with its own limits.
 */
import { bandLimits } from "virtual:market";
import { m } from "#paraglide/messages.js";

/** One walked step (DIST-01.2). */
export const FEET_PER_STEP = 3;

/** The code of a band; of one that staff added or moved since, its farthest foot. */
export type Band = string;

/** The longest run of each band in feet, nearest first. */
export { bandLimits };

export const [nearestBand, ...fartherBands] = bandLimits.map(([band]) => band) as [Band, ...Band[]];

export const limitOf = (band: Band): number =>
  bandLimits.find(([each]) => each === band)?.[1] ?? (Number(band) || 0);

/** The longest run in feet that has a flat price. */
export const longestFlatRunFt = Math.max(...bandLimits.map(([, limit]) => limit));

/** The band of a run in feet; null beyond the farthest. */
export const bandFor = (feet: number): Band | null =>
  bandLimits.find(([, limit]) => feet <= limit)?.[0] ?? null;

/** The band that ends at this many feet, as in ?band=25. */
export const bandEndingAt = (feet: unknown): Band | null =>
  bandLimits.find(([, limit]) => limit === Number(feet))?.[0] ?? null;

/** The band of a package in the catalog that reaches so far. The server knows both names. */
export const bandReaching = (feet: number): Band => bandEndingAt(feet) ?? String(feet);

/** A band as it was quoted. */
export type QuotedBand = { band_from_ft: number; band_max_ft: number };

const quotedBand = (band: Band): QuotedBand => {
  const limit = limitOf(band);
  const nearer = bandLimits.findLast(([, each]) => each < limit);
  return { band_from_ft: nearer?.[1] ?? 0, band_max_ft: limit };
};

/** "0–25 ft", for labels. */
export const bandRange = (band: Band): string => rangeOf(quotedBand(band));
const rangeOf = ({ band_from_ft: from, band_max_ft: to }: QuotedBand) => m.band_range({ from, to });

/** "up to 25 ft", "25 to 50 ft", for sentences. */
export const bandInWords = (band: Band): string => inWords(quotedBand(band));
export const inWords = ({ band_from_ft: from, band_max_ft: to }: QuotedBand): string =>
  from === 0 ? m.band_up_to({ feet: to }) : m.band_from_to({ from, to });

/** "25–50 ft", or "210 ft (custom)" for a run that a custom quote is for. */
export const runRange = (run: QuotedBand & { quoted_run_ft: number | null }): string =>
  run.quoted_run_ft === null ? rangeOf(run) : m.band_custom({ feet: run.quoted_run_ft });

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
