/** The draft's price, looked up in the server's price book. */

import { useQuery } from "@tanstack/react-query";
import { loadPriceBook } from "#api/price-book.ts";
import type { Key } from "#api/query-keys.ts";
import type { Band } from "#business/bands.ts";
import { OWN, priceInCity, type ServerBook } from "#business/prices.ts";
import type { Draft } from "#draft/draft.ts";

const FRESH_MS = 15 * 60_000;

export type WizardPrice = ServerBook["prices"][number];
export type PriceState = {
  book: ServerBook | undefined;
  isFailed: boolean;
  /** Null without a band or before the price book is loaded. */
  price: WizardPrice | null;
  /** `generator` is a model number, by default the draft's. */
  priceOf: (band: Band, generator?: string) => WizardPrice | null;
  generatorId: number | null;
};

export function usePrice({ location, generator: { choice, product } }: Draft): PriceState {
  const { data: book, isError } = useQuery({
    queryKey: ["price-book"] satisfies Key,
    queryFn: ({ signal }) => loadPriceBook(signal),
    staleTime: FRESH_MS,
  });
  const model = choice === "buy_here" ? product?.model_number : undefined;
  const sold = book?.generators.find(({ key }) => key === model);
  const { township } = location.coverage;
  const priceOf = (band: Band, generator = sold?.key ?? OWN) =>
    book ? priceInCity(book, { band, generator, township }) : null;
  const price = location.distance ? priceOf(location.distance.band) : null;
  return { book, isFailed: isError, price, priceOf, generatorId: sold?.id ?? null };
}
