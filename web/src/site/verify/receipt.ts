/** A price receipt, its loading, and the differences between its versions. */
import { useCallback, useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";

export type Receipt = Schemas["PriceReceiptOut"];
export type Version = Schemas["ReceiptVersionOut"];
export type Lines = Schemas["ReceiptLinesOut"];

/** Format a code in groups of four, as printed. */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

type LineName = Exclude<keyof Lines, "line_items">;

const LINE_NAMES: readonly LineName[] = [
  "installation_cents",
  "generator_cents",
  "permit_cents",
  "extras_cents",
  "sales_tax_cents",
  "discount_cents",
  "total_cents",
];

export const changedLines = (before: Lines, after: Lines): LineName[] =>
  LINE_NAMES.filter((name) => before[name] !== after[name]);

type ReceiptState = { code: string | null; receipt: Receipt | null; failure: unknown };

const EMPTY: ReceiptState = { code: null, receipt: null, failure: null };

// One request, so no query library.
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
