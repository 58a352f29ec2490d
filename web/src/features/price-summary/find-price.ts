/** Look up prices in the server's price book; nothing is added up in the browser (PRICE-01.6). */
import type { Schemas } from "#api/client.ts";

export type PriceBook = Schemas["PriceBookOut"];
export type Price = Schemas["PriceOut"];
export type PriceQuery = { band: string; generatorId: number | null; township: string | null };

const ANY_COVERED_CITY = "default"; // the book's row for a city without a fee of its own

export function findPrice(
  book: Pick<PriceBook, "prices"> | undefined,
  { band, generatorId, township }: PriceQuery,
): Price | null {
  const rows = book?.prices.filter((row) => row.band === band && row.generator_id === generatorId);
  const inTownship = (key: string | null) => rows?.find((row) => row.township === key);
  return inTownship(township) ?? inTownship(ANY_COVERED_CITY) ?? null;
}
