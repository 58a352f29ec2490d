/** The price book of site and application: prices are looked up, never added up here (PRICE-01.6). */
import { city as mainCity } from "@market/place.json";
import type { Schemas } from "#api/client.ts";
import type { Amount } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { type Band, bandReaching, limitOf, nearestBand } from "./bands.ts";

export type Job = { band: Band; generator: string; township: string };
/** In whole dollars, as the server chose them: lines and payments both sum to the total. */
export type Price<Cents extends Amount = Amount> = Job & {
  shown: {
    installation_cents: Cents;
    generator_cents: Cents;
    permit_cents: Cents;
    sales_tax_cents: Cents;
    total_cents: Cents;
  };
  milestones: readonly Part<Cents>[];
};
export type Part<Cents extends Amount = Amount> = { kind: string; shown_cents: Cents };
type Township = { key: string; name: string; isAtCost: boolean };
export type Book<Cents extends Amount = Amount> = {
  bands: readonly { band: Band }[];
  generators: readonly { key: string; kw: number }[];
  townships: readonly Township[];
  prices: readonly Price<Cents>[];
};

export const OWN = "own";
export const OTHER = "other"; // permit billed at cost
export const COVERED = "default"; // a covered city without a permit fee of its own
const USUAL_KW = 22;

/** The server's price book: generators by their model number, which outlives their id. */
export type ServerBook = ReturnType<typeof bookFrom>;

export function bookFrom({ generators, townships, prices, ...book }: Schemas["PriceBookOut"]) {
  const sold = generators.map(({ model_number, ...each }) => ({ ...each, key: model_number }));
  const keyOf = (id: number | null) => sold.find((each) => each.id === id)?.key ?? OWN;
  const bandNames = new Map(
    book.bands.map((each) => [each.band, bandReaching(each.max_distance_ft)]),
  );
  return {
    ...book,
    bands: book.bands.map((each) => ({ ...each, band: bandReaching(each.max_distance_ft) })),
    generators: sold,
    townships: townships.map(({ key, name, at_cost }) => ({ key, name, isAtCost: at_cost })),
    prices: prices.map(({ generator_id, ...price }) => ({
      ...price,
      band: bandNames.get(price.band) ?? price.band,
      generator: keyOf(generator_id),
    })),
  };
}

export const priceOf = <Row extends Job>(book: { prices: readonly Row[] }, job: Job): Row | null =>
  book.prices.find(
    (row) =>
      row.band === job.band && row.generator === job.generator && row.township === job.township,
  ) ?? null;

/** The same for any covered home: a city without a fee of its own has the shared row's price. */
export const priceInCity = <Row extends Job>(
  book: { prices: readonly Row[] },
  { township, ...job }: Omit<Job, "township"> & { township: string | null },
): Row | null =>
  (township === null ? null : priceOf(book, { ...job, township })) ??
  priceOf(book, { ...job, township: COVERED });

/** The flat rate of a band, the same for every generator and township. */
export const installationCents = ({ prices }: Book, band: Band | null): Amount | null =>
  prices.find((row) => row.band === band)?.shown.installation_cents ?? null;

/**
 * Initial job: the nearest band, 22 kW, and the given township, else the first configured one, which
 * is the market's usual one, else 'other' (HOME-05.2).
 */
export function usualJob(book: Book, city?: string): Job {
  const usual = book.generators.find(({ kw }) => kw === USUAL_KW) ?? book.generators[0];
  return { band: nearestBand, generator: usual?.key ?? OWN, township: townshipFor(book, city) };
}

function townshipFor(book: Book, city: string | undefined): string {
  const keys = book.townships.map(({ key }) => key);
  const name = city?.trim().toLowerCase().replace(/^the /, "");
  if (name && keys.includes(name)) return name;
  if (name && keys.includes(COVERED)) return COVERED;
  return keys.find((key) => key !== COVERED && key !== OTHER) ?? OTHER;
}

/** The job as the wizard's link carries it (draft/wizard-entry.ts reads it). */
export const jobQuery = ({ band, generator, township }: Job): string =>
  `?band=${limitOf(band)}&generator=${generator}&township=${encodeURIComponent(township)}`;

/** The job in another price book; falls back to the initial job when that book does not have it. */
export function jobIn(book: Book, job: Job, city?: string): Job {
  return priceOf(book, job) ? job : usualJob(book, city);
}

/**
 * Covered cities without their own fee share one row, named for the page's city; for the main city
 * where that has none or a row of its own.
 */
export function townshipName(book: Book, { key, name }: Township, city?: string): string {
  if (key !== COVERED) return name;
  const named = city && townshipFor(book, city) === COVERED ? city : mainCity;
  return m.price_township_covered({ town: named });
}
