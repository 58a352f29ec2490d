import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#api/client.ts";
import type { PriceBook } from "./find-price.ts";

const FRESH_MS = 15 * 60_000;

/** The server's price book, loaded once, so that a choice changes the price without a request. */
export const usePriceBook = () =>
  useQuery<PriceBook>({
    queryKey: ["price-book"],
    queryFn: () => unwrap(api.GET("/api/price-book")),
    staleTime: FRESH_MS,
  });
