/** A promised price as its code tells it, and what differs between one version and the next. */
export type Lines = {
  installation_cents: number;
  generator_cents: number;
  permit_cents: number;
  sales_tax_cents: number;
  discount_cents: number;
  total_cents: number;
};

export type Version = {
  code: string;
  version: number;
  issued_at: string;
  total_cents: number;
  reason: string;
  is_locked: boolean;
  lines: Lines;
};

export type Receipt = {
  code: string;
  is_valid: boolean;
  issued_at: string;
  city: string;
  zip_code: string;
  band: "close" | "medium" | "far";
  confirmed_run_ft: number | null;
  lines: Lines;
  version: number;
  reason: string;
  is_locked: boolean;
  is_latest: boolean;
  chain: Version[];
  algorithm: "Ed25519";
  public_key: string;
  signature: string;
  signed_text: string;
};

/** As it is printed: in groups of four. */
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
