/** Cents as people read them. Totals and their parts come from the server, which splits and rounds them. */

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

/** Cents only where there are any: 39900 is $399, 6974 is $69.74. */
export const retailValue = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);

/** Dollars and cents, for checkouts and receipts: 57577 is $575.77. */
export const dollarsAndCents = (cents: number): string => EXACT.format(cents / 100);

/** Dollars as a number, for analytics and for the wire of the specification: 10000 is 100. */
export const inDollars = (cents: number): number => cents / 100;

/** The length of a bar, in percent of the amount that fills it. */
export const shareOf = (cents: number, fullCents: number): string =>
  `${(cents / fullCents) * 100}%`;
