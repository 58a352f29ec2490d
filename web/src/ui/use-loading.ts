import { useCallback, useEffect, useRef, useState } from "react";

type Loading<T> = { data: T | undefined; failure: unknown };
export type Loaded<T> = Loading<T> & { load: () => void };

/**
 * Fetch on mount, when `refreshKey` changes and on `load()`. The old data stays until the new
 * response arrives; a response that was overtaken is ignored.
 */
export function useFetch<T>(fetchData: () => Promise<T>, refreshKey = 0): Loaded<T> {
  const [loading, setLoading] = useState<Loading<T>>({ data: undefined, failure: null });
  const newest = useRef(0);

  const load = useCallback(() => {
    newest.current += 1;
    const requestNo = newest.current;
    const ifNewest = (next: (before: Loading<T>) => Loading<T>) => {
      if (requestNo === newest.current) setLoading(next);
    };
    fetchData().then(
      (data) => ifNewest(() => ({ data, failure: null })),
      (failure: unknown) => ifNewest((before) => ({ ...before, failure })),
    );
  }, [fetchData]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key fetches again.
  useEffect(load, [load, refreshKey]);

  return { ...loading, load };
}
