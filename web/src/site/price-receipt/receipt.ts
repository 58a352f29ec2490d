/** A price receipt, and the differences between its versions. */
import type { Schemas } from "#api/client.ts";

export type Receipt = Schemas["PriceReceiptOut"];
export type Version = Schemas["ReceiptVersionOut"];
export type Lines = Schemas["ReceiptLinesOut"];

/** Format a code in groups of four, as printed. */
export const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

export type LineName = keyof Lines;

export const LINE_NAMES: readonly LineName[] = [
  "installation_cents",
  "generator_cents",
  "permit_cents",
  "sales_tax_cents",
  "discount_cents",
  "total_cents",
];

export const changedLines = (before: Lines, after: Lines): LineName[] =>
  LINE_NAMES.filter((name) => before[name] !== after[name]);
