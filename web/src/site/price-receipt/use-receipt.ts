// One request, so no query library.
import { useCallback, useEffect, useState } from "react";
import { api, unwrap } from "#api/client.ts";
import type { Receipt } from "./receipt.ts";

type ReceiptState = { code: string | null; receipt: Receipt | null; failure: unknown };

const EMPTY: ReceiptState = { code: null, receipt: null, failure: null };

export function useReceipt(code: string | null) {
  const [state, setState] = useState(EMPTY);

  const load = useCallback(async () => {
    if (!code) return;
    setState(EMPTY);
    try {
      setState({ code, receipt: await receiptBy(code), failure: null });
    } catch (failure) {
      setState({ code, receipt: null, failure });
    }
  }, [code]);

  useEffect(() => {
    void load();
  }, [load]);

  const current = state.code === code ? state : EMPTY;
  return { ...current, isLoading: code !== null && current.code === null, load };
}

const receiptBy = (code: string): Promise<Receipt> =>
  unwrap(api.GET("/api/price-receipts/{code}", { params: { path: { code } } }));
