/** Terms of the offer in words, for sentences: the tax, the fee to reserve and how the rest is paid. */
import { milestonePercents, salesTaxRate, schedulingFeeCents } from "virtual:market";
import { wholeDollars } from "#lib/money.ts";
import { bandInWords, bandLimits, fartherBands, limitOf } from "./bands.ts";
import { isBuild, placeholder, published } from "./market.ts";

const listed = (parts: readonly string[], type: "conjunction" | "disjunction" = "disjunction") =>
  new Intl.ListFormat("en-US", { type }).format(parts);

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

/** "25, 50 or 150" */
export const limitsInWords = listed(bandLimits.map(([, limit]) => String(limit)));

/** "up to 25 ft, 25 to 50 ft, or 50 to 150 ft" */
export const bandsInWords = listed(bandLimits.map(([band]) => bandInWords[band]));

/** Of the bands beyond the nearest: "50 and 150" and "25 to 50 ft and 50 to 150 ft". */
export const fartherLimitsInWords = listed(
  fartherBands.map((band) => String(limitOf(band))),
  "conjunction",
);
export const fartherBandsInWords = listed(
  fartherBands.map((band) => bandInWords[band]),
  "conjunction",
);
