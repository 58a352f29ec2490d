/** Terms of the offer in words, for sentences: the tax, the fee to reserve and how the rest is paid. */
import { milestonePercents, salesTaxRate, schedulingFeeCents } from "virtual:market";
import { wholeDollars } from "#lib/money.ts";
import { bandInWords, bandLimits } from "./bands.ts";
import { isBuild, placeholder, published } from "./market.ts";

const listed = (parts: readonly string[]) =>
  new Intl.ListFormat("en-US", { type: "disjunction" }).format(parts);

/** "8.25%" */
export const salesTax = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 3,
}).format(salesTaxRate);

const feeCents = import.meta.env.PROD ? (published?.fees.scheduling ?? 0) : schedulingFeeCents;

/** "$100", the fee that reserves a date. Staff may change it. */
export const siteVisitFee = wholeDollars(isBuild ? placeholder("fee.scheduling") : feeCents);

const percent = (share: number) => `${share}%`;
const [atAcceptance, atArrival, atCompletion] = milestonePercents;

/** The parts of the price due at acceptance, at arrival of the equipment and at completion. */
export const milestoneShares = [
  percent(atAcceptance),
  percent(atArrival),
  percent(atCompletion),
] as const;
const [first, second, last] = milestoneShares;

/** "25%, 50% and 25%" */
export const milestonesInWords = `${first}, ${second} and ${last}`;

/** The longest run in feet that has a flat price. */
export const longestFlatRunFt = Math.max(...bandLimits.map(([, limit]) => limit));

/** "25, 50 or 150" */
export const limitsInWords = listed(bandLimits.map(([, limit]) => String(limit)));

/** "up to 25 ft, 25 to 50 ft, or 50 to 150 ft" */
export const bandsInWords = listed(bandLimits.map(([band]) => bandInWords[band]));
