/** Formatting of cents as dollars; nothing is added up in the browser. */

const WHOLE = /* @__PURE__ */ new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const EXACT = /* @__PURE__ */ new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
});

/** Cents; while pages are built, the placeholder of a price that is filled in as whole dollars. */
export type Amount = number | `%%${string}%%`;

/** Whole dollars, truncated, not rounded: 57577 is $575. */
export const wholeDollars = (cents: Amount): string =>
  typeof cents === "string" ? cents : WHOLE.format(Math.trunc(cents / 100));

/** Whole dollars, rounded, for parts of a price: 317369 is $3,174. */
export const roundedDollars = (cents: number): string => WHOLE.format(Math.round(cents / 100));

/** Cents only where there are any: 39900 is $399, 6974 is $69.74. */
export const retailValue = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);

/** Dollars and cents, for checkouts and receipts: 57577 is $575.77. */
export const dollarsAndCents = (cents: number): string => EXACT.format(cents / 100);
