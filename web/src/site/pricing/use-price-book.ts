import { loadPriceBook } from "#api/price-book.ts";
import { useRequest } from "#api/use-request.ts";
import { defaultBook } from "#business/default-book.ts";
import type { Book } from "#business/prices.ts";
import { useIsHydrated } from "#ui/hydration.ts";

type State = { book: Book; status: "prerendered" | "loading" | "ready" | "failed" };

/** The price book, loaded once, so that a choice changes the price without a request. */
export function usePriceBook(): State {
  const { data, isFailed } = useRequest(loadPriceBook);
  const isHydrated = useIsHydrated();

  if (data) return { book: data, status: "ready" };
  if (isFailed) return { book: defaultBook, status: "failed" };
  return { book: defaultBook, status: isHydrated ? "loading" : "prerendered" };
}
