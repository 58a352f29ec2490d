import { api, unwrap } from "#api/client.ts";
import { useRequest } from "#api/use-request.ts";
import { defaultBook } from "#business/default-book.ts";
import { type Book, bookFrom } from "#business/price-book.ts";
import { useIsHydrated } from "#ui/use-browser-value.ts";

type State = { book: Book; status: "prerendered" | "loading" | "ready" | "failed" };

/** The price book, loaded once, so that a choice changes the price without a request. */
export function usePriceBook(): State {
  const { data, isFailed } = useRequest(loadBook);
  const isHydrated = useIsHydrated();

  if (data) return { book: data, status: "ready" };
  if (isFailed) return { book: defaultBook, status: "failed" };
  return { book: defaultBook, status: isHydrated ? "loading" : "prerendered" };
}

const loadBook = async (signal: AbortSignal): Promise<Book> =>
  bookFrom(await unwrap(api.GET("/api/price-book", { signal })));
