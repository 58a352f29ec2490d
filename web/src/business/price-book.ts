/** The server's price book as the calculator uses it: prices are looked up, never added up here. */
import type { Schemas } from "#api/client.ts";
import type { Amount } from "#lib/money.ts";
import type { Band } from "./bands.ts";

export type Job = { band: Band; generator: string; township: string };
export type Generator = { key: string; kw: number };
export type Township = { key: string; name: string; isAtCost: boolean };
export type Price = Job & {
  installation_cents: Amount;
  equipment_cents: Amount;
  permit_cents: Amount;
  tax_cents: Amount;
  total_cents: Amount;
};
export type Book = {
  bands: Band[];
  generators: Generator[];
  townships: Township[];
  prices: Price[];
};

export const OWN = "own";
export const OTHER = "other"; // permit billed at cost
export const COVERED = "default"; // a covered city without a permit fee of its own
const USUAL_KW = 22;

/** Convert the API's price book to the calculator's. */
export function bookFrom(answer: Schemas["PriceBookOut"]): Book {
  const generators = answer.generators.map(({ id, model_number, kw }) => ({
    id,
    key: model_number,
    kw,
  }));
  const keyOf = (id: number | null) => generators.find((sold) => sold.id === id)?.key ?? OWN;
  return {
    bands: answer.bands.map(({ band }) => band),
    generators: generators.map(({ key, kw }) => ({ key, kw })),
    townships: answer.townships.map(({ key, name, at_cost }) => ({ key, name, isAtCost: at_cost })),
    prices: answer.prices.map((row) => ({
      band: row.band,
      generator: keyOf(row.generator_id),
      township: row.township,
      installation_cents: row.installation_cents,
      equipment_cents: row.generator_cents,
      permit_cents: row.permit_cents,
      tax_cents: row.sales_tax_cents,
      total_cents: row.total_cents,
    })),
  };
}

export const priceOf = (book: Book, job: Job): Price | null =>
  book.prices.find(
    (row) =>
      row.band === job.band && row.generator === job.generator && row.township === job.township,
  ) ?? null;

/**
 * Initial job: close, 22 kW, and the given township, else the first configured one, else 'other'
 * (HOME-05.2).
 */
export function usualJob(book: Book, city?: string): Job {
  const usual = book.generators.find(({ kw }) => kw === USUAL_KW) ?? book.generators[0];
  return { band: "close", generator: usual?.key ?? OWN, township: townshipFor(book, city) };
}

function townshipFor(book: Book, city: string | undefined): string {
  const keys = book.townships.map(({ key }) => key);
  const name = city?.trim().toLowerCase().replace(/^the /, "");
  if (name && keys.includes(name)) return name;
  if (name && keys.includes(COVERED)) return COVERED;
  return keys.find((key) => key !== COVERED && key !== OTHER) ?? OTHER;
}

/** The job in another price book; falls back to the initial job when that book does not have it. */
export function jobIn(book: Book, job: Job, city?: string): Job {
  return priceOf(book, job) ? job : usualJob(book, city);
}

/**
 * Covered cities without their own fee share one row; on a city's page that row shows the city's
 * name.
 */
export const townshipName = ({ key, name }: Township, city?: string): string =>
  key === COVERED && city ? `${city}, or another covered city` : name;
