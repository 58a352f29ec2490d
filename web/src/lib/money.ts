/**
 * Cents as people read and type them. No other module calculates with cents: totals, parts and
 * differences come from the server (TRUTH-04.3).
 */

const WHOLE = /* @__PURE__ */ new Intl.NumberFormat(LOCALE, {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
  signDisplay: "negative", // nothing is $0, also as a deduction
});
const EXACT = /* @__PURE__ */ new Intl.NumberFormat(LOCALE, {
  style: "currency",
  currency: "USD",
  signDisplay: "negative",
});

/** Cents; while pages are built, the placeholder of a price that is filled in as whole dollars. */
export type Amount = number | `%%${string}%%`;

/** Whole dollars, truncated, not rounded: 57577 is $575. */
export const wholeDollars = (cents: Amount): string =>
  typeof cents === "string" ? cents : WHOLE.format(Math.trunc(cents / 100));

/** Cents only where there are any: 39900 is $399, 6974 is $69.74. */
export const retailValue = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);

/** Dollars and cents, for checkouts and receipts: 57577 is $575.77. */
export const dollarsAndCents = (cents: number): string => EXACT.format(cents / 100);

/** Cents as an amount to type or to change: 2500 is "25.00". */
export const asInput = (cents: number): string => (cents / 100).toFixed(2);

/** The same without the cents where there are none: 15000 is "150". */
export const asShortInput = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : asInput(cents);

/** Parse a dollar amount, "25", "25.5" or "$1,025.50", to cents; null when it is none. */
export function centsIn(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return null;
  const [dollars = "0", cents = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}

/** Cents of a price that the wire of the specification has in dollars: 6979 is 697900. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** Dollars as a number, for analytics and for the wire of the specification: 10000 is 100. */
export const inDollars = (cents: number): number => cents / 100;

/** The length of a bar, in percent of the amount that fills it. */
export const shareOf = (cents: number, fullCents: number): string =>
  `${(cents / fullCents) * 100}%`;
