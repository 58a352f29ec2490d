// One request, so no query library.
import { useCallback, useEffect, useState } from "react";
import { api, unwrap } from "#lib/api/client.ts";
import type { Receipt } from "./receipt.ts";

type ReceiptState = { code: string | null; receipt: Receipt | null; failure: unknown };

const NOTHING: ReceiptState = { code: null, receipt: null, failure: null };

export function useReceipt(code: string | null) {
  const [found, setFound] = useState(NOTHING);

  const load = useCallback(async () => {
    if (!code) return;
    setFound(NOTHING);
    try {
      setFound({ code, receipt: await receiptBy(code), failure: null });
    } catch (failure) {
      setFound({ code, receipt: null, failure });
    }
  }, [code]);

  useEffect(() => {
    void load();
  }, [load]);

  const current = found.code === code ? found : NOTHING;
  return { ...current, isLoading: code !== null && current.code === null, load };
}

const receiptBy = (code: string): Promise<Receipt> =>
  unwrap(api.GET("/api/price-receipts/{code}", { params: { path: { code } } }));
