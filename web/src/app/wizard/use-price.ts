/** The draft's price, looked up in the server's price book. */
import type { Band, Draft } from "#draft/draft.ts";
import { findPrice, type Price, type PriceBook } from "#features/price-summary/find-price.ts";
import { usePriceBook } from "#features/price-summary/use-price-book.ts";

export type PriceState = {
  book: PriceBook | undefined;
  isFailed: boolean;
  /** Null without a band or before the price book is loaded. */
  price: Price | null;
  priceOf: (band: Band, generatorId: number | null) => Price | null;
  generatorId: number | null;
};

export function usePrice({ location, generator }: Draft): PriceState {
  const { data: book, isError } = usePriceBook();
  const model = generator.choice === "buy_here" ? generator.product?.model_number : undefined;
  const sold = book?.generators.find((each) => each.model_number === model);
  const generatorId = sold?.id ?? null;
  const priceOf = (band: Band, generatorId: number | null) =>
    findPrice(book, { band, generatorId, township: location.coverage.township });
  const price = location.distance ? priceOf(location.distance.band, generatorId) : null;
  return { book, isFailed: isError, price, priceOf, generatorId };
}
