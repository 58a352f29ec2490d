/** What stands under a code: a price receipt or the record of an installation. */
import { useCallback, useEffect, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";

export type Receipt = Schemas["PriceReceiptOut"];
export type JobRecord = Schemas["JobRecordOut"];
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

type Found = { receipt: Receipt | null; record: JobRecord | null };
type ReceiptState = Found & { code: string | null; failure: unknown };

const NOTHING: Found = { receipt: null, record: null };
const EMPTY: ReceiptState = { ...NOTHING, code: null, failure: null };

// One request, so no query library.
export function useReceipt(code: string | null) {
  const [state, setState] = useState(EMPTY);

  const load = useCallback(async () => {
    if (!code) return;
    setState(EMPTY);
    try {
      setState({ ...EMPTY, code, ...(await foundBy(code)) });
    } catch (failure) {
      setState({ ...EMPTY, code, failure });
    }
  }, [code]);

  useEffect(() => {
    void load();
  }, [load]);

  const current = state.code === code ? state : EMPTY;
  return { ...current, isLoading: code !== null && current.code === null, load };
}

// Codes of prices and of installations look alike: what is not one may be the other.
async function foundBy(code: string): Promise<Found> {
  const params = { path: { code } };
  try {
    return { ...NOTHING, receipt: await unwrap(api.GET("/api/price-receipts/{code}", { params })) };
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 404) throw failure;
  }
  return { ...NOTHING, record: await unwrap(api.GET("/api/job-records/{code}", { params })) };
}
