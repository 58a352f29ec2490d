/** Cents become dollars here and nowhere else; nothing is added up. */

const WHOLE = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const EXACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Whole dollars, cut and not rounded: 57577 is $575. */
export const wholeDollars = (cents: number): string => WHOLE.format(Math.trunc(cents / 100));

/** For a checkout or a receipt: 57577 is $575.77. */
export const dollarsAndCents = (cents: number): string => EXACT.format(cents / 100);
