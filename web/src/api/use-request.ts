import { useEffect, useState } from "react";
import { logQuietly } from "#lib/log-quietly.ts";

type RequestState<Data> = { data: Data | undefined; isFailed: boolean };

/**
 * The response of one request, sent on mount. For islands of public pages, where a query library
 * would weigh more than it helps. `send` must be the same function in every render.
 */
export function useRequest<Data>(send: (signal: AbortSignal) => Promise<Data>) {
  const [state, setState] = useState<RequestState<Data>>({ data: undefined, isFailed: false });

  useEffect(() => {
    const leaving = new AbortController();
    send(leaving.signal)
      .then((data) => !leaving.signal.aborted && setState({ data, isFailed: false }))
      .catch((reason: unknown) => {
        if (leaving.signal.aborted) return;
        logQuietly("request failed")(reason);
        setState({ data: undefined, isFailed: true });
      });
    return () => leaving.abort();
  }, [send]);

  return state;
}
