import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#lib/api/client.ts";
import type { PriceBook } from "./find-price.ts";

const FRESH_MS = 15 * 60_000;

/** Every price there is, from the server: a choice changes the price within a frame. */
export const usePriceBook = () =>
  useQuery<PriceBook>({
    queryKey: ["price-book"],
    queryFn: () => unwrap(api.GET("/api/price-book")),
    staleTime: FRESH_MS,
  });
