import { api, unwrap } from "#api/client.ts";
import { bookFrom, type ServerBook } from "#business/prices.ts";

/** Load the server's price book, once per page, so that a choice changes the price at once. */
export const loadPriceBook = async (signal: AbortSignal): Promise<ServerBook> =>
  bookFrom(await unwrap(api.GET("/api/price-book", { signal })));
