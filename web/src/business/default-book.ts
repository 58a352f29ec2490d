/** The price book that a page comes with, shown before or without the server's. */
import { soldGenerators, startingPrices, townshipsWithFee } from "virtual:market";
import type { Amount } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { bandLimits } from "./bands.ts";
import { isBuild, pageFacts, placeholder } from "./market.ts";
import { type Book, COVERED, type Job, OTHER, OWN, type Price } from "./prices.ts";

const PARTS = ["acceptance", "arrival", "completion"];
const LINES = ["installation", "equipment", "permit", "tax", "total", ...PARTS];

export const keyOf = ({ band, generator, township }: Job): string =>
  `${band}.${generator}.${township}`;

function amountsOf(job: Job): readonly Amount[] {
  if (isBuild) return LINES.map((line) => placeholder(`price.${keyOf(job)}.${line}`));
  const prices = import.meta.env.PROD ? pageFacts?.prices : startingPrices;
  return prices?.[keyOf(job)] ?? [];
}

/** Cents by the market's catalog, also while pages are built with placeholders. */
export const startingTotal = (job: Job): number =>
  startingPrices[keyOf(job)]?.[LINES.indexOf("total")] ?? 0;

function priceOfJob(job: Job): Price {
  const [installation = 0, equipment = 0, permit = 0, tax = 0, total = 0, ...parts] =
    amountsOf(job);
  return {
    ...job,
    shown: {
      installation_cents: installation,
      generator_cents: equipment,
      permit_cents: permit,
      sales_tax_cents: tax,
      total_cents: total,
    },
    milestones: parts.map((cents, number) => ({
      kind: PARTS[number] ?? "",
      shown_cents: cents,
    })),
  };
}

const townships = [
  ...townshipsWithFee.map((township) => ({ ...township, isAtCost: false })),
  { key: COVERED, name: m.price_township_any(), isAtCost: false },
  { key: OTHER, name: m.price_township_other(), isAtCost: true },
];

export const defaultBook: Book = {
  bands: bandLimits.map(([band]) => ({ band })),
  generators: soldGenerators,
  townships,
  prices: bandLimits.flatMap(([band]) =>
    [...soldGenerators.map(({ key }) => key), OWN].flatMap((generator) =>
      townships.map(({ key }) => priceOfJob({ band, generator, township: key })),
    ),
  ),
};
