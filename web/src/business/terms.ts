/**
 * Terms of the offer in words, for sentences: the tax, the fee to reserve and how the rest is paid,
 * and what the market promises (market/README.md).
 */
import { milestonePercents, salesTaxRate, schedulingFeeCents } from "virtual:market";
import terms from "@market/terms.json";
import { listed, listedAsChoice } from "#lib/format.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { bandInWords, bandLimits, fartherBands, limitOf } from "./bands.ts";
import { isBuild, pageFacts, placeholder, termInForce } from "./market.ts";

/** "8.25%" */
export const salesTax = termInForce(
  "sales_tax",
  new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 3 }).format(
    salesTaxRate,
  ),
);

/** "1.5%", a month, on what is past due. */
export const lateFee = termInForce("late_fee", "1.5%");

const feeCents = import.meta.env.PROD ? (pageFacts?.fees.scheduling ?? 0) : schedulingFeeCents;

/** "$100", the fee that reserves a date. Staff may change it. */
export const reservationFee = wholeDollars(isBuild ? placeholder("fee.scheduling") : feeCents);

/** What we call that fee, in a sentence and where a line begins with it. */
export const feeName = terms.fee_name;
export const feeTitle = feeName.charAt(0).toUpperCase() + feeName.slice(1);
export const feeIncludes = terms.fee_includes;
export const feeCreditDays = terms.fee_credit_days;
export const feeCancelHours = terms.fee_cancel_hours;
export const priceRise = `${terms.price_rise_percent}%`;
/** What follows from a "no" to a higher price, wherever such a price is named. */
export const ifRiseIsDeclined = m.price_rise_declined({
  percent: priceRise,
  fee: feeName,
});
export const freeRescheduleHours = terms.free_reschedule_hours;

/** The visit before an order: "$9", and how many minutes it takes. */
export const diagnosticFee = wholeDollars(terms.diagnostic.fee_cents);
export const diagnosticMinutes = terms.diagnostic.minutes;

/** "24-48": within so many hours we contact who waits for our call. */
export const contactHours = terms.contact_hours.join("-");

/** How long our review of the photos takes, and how long taking them does. */
export const photoReview = terms.photo_review;
export const photosTake = terms.photos_take;
export const equipmentTakes = terms.equipment_takes;
export const permitTakes = terms.permit_takes;

/** What the flat price does not cover. */
export const notIncluded = terms.not_included;

/** What the manufacturer and we warrant. */
export const warranty = terms.warranty;

/** What we leave free around a generator, by the manufacturer's manual; as the contract says it. */
export const clearances = terms.clearances;

/** The only reasons for which a customer's review is not published. */
export const reviewsDeclinedFor = Object.values(terms.reviews_declined_for);

const percent = (share: number) => `${share}%`;
const [atAcceptance, atArrival, atCompletion] = milestonePercents;

/** The parts of the price due at acceptance, at arrival of the equipment and at completion. */
export const milestoneShares = [
  termInForce("acceptance", percent(atAcceptance)),
  termInForce("equipment", percent(atArrival)),
  termInForce("completion", percent(atCompletion)),
] as const;
const [first, second, last] = milestoneShares;

/** "25%, 50% and 25%" */
export const milestonesInWords = m.milestones_in_words({ first, second, last });

/** "25, 50 or 150" */
export const limitsInWords = listedAsChoice(bandLimits.map(([, limit]) => String(limit)));

/** "up to 25 ft, 25 to 50 ft, or 50 to 150 ft" */
export const bandsInWords = listedAsChoice(bandLimits.map(([band]) => bandInWords(band)));

/** Of the bands beyond the nearest: "50 and 150" and "25 to 50 ft and 50 to 150 ft". */
export const fartherLimitsInWords = listed(fartherBands.map((band) => String(limitOf(band))));
export const fartherBandsInWords = listed(fartherBands.map((band) => bandInWords(band)));
