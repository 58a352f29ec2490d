import { useEffect, useState } from "react";
import { api, Problem, unwrap } from "#api/client.ts";
import { defaultBook } from "#business/default-book.ts";
import { type Book, bookFrom } from "#business/price-book.ts";

type State = { book: Book; status: "prerendered" | "loading" | "ready" | "failed" };

/** The price book, loaded once, so that a choice changes the price without a request. */
export function usePriceBook(): State {
  const [state, setState] = useState<State>({ book: defaultBook, status: "prerendered" });

  useEffect(() => {
    const leaving = new AbortController();
    setState((before) => ({ ...before, status: "loading" }));
    load(leaving.signal).then((loaded) => !leaving.signal.aborted && setState(loaded));
    return () => leaving.abort();
  }, []);

  return state;
}

async function load(signal: AbortSignal): Promise<State> {
  try {
    const answer = await unwrap(api.GET("/api/price-book", { signal }));
    return { book: bookFrom(answer), status: "ready" };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { book: defaultBook, status: "failed" };
  }
}
