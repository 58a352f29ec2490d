/** The price book that a page is published with, shown before or without the server's. */
import { soldGenerators, startingCents, townshipsWithFee } from "virtual:market";
import type { Amount } from "#lib/money.ts";
import { bandLimits } from "./bands.ts";
import { isBuild, placeholder, published } from "./market.ts";
import { type Book, COVERED, type Job, OTHER, OWN, type Price } from "./prices.ts";

const LINES = ["installation", "equipment", "permit", "tax", "total"] as const;

export const keyOf = ({ band, generator, township }: Job): string =>
  `${band}.${generator}.${township}`;

function amountsOf(job: Job): readonly Amount[] {
  if (isBuild) return LINES.map((line) => placeholder(`price.${keyOf(job)}.${line}`));
  return import.meta.env.PROD ? (published?.prices[keyOf(job)] ?? []) : startingAmounts(job);
}

/** Cents by the market's catalog: installation, equipment, permit, tax, total. */
export function startingAmounts({ band, generator, township }: Job): number[] {
  const installation = startingCents.installation[band];
  const equipment = startingCents.generators[generator] ?? 0;
  const tax = startingCents.salesTax[generator] ?? 0;
  const fee = startingCents.permits[township] ?? startingCents.defaultPermit;
  const permit = township === OTHER ? 0 : fee;
  return [installation, equipment, permit, tax, installation + equipment + permit + tax];
}

function priceOfJob(job: Job): Price {
  const [installation = 0, equipment = 0, permit = 0, tax = 0, total = 0] = amountsOf(job);
  return {
    ...job,
    installation_cents: installation,
    generator_cents: equipment,
    permit_cents: permit,
    sales_tax_cents: tax,
    total_cents: total,
  };
}

const townships = [
  ...townshipsWithFee.map((township) => ({ ...township, isAtCost: false })),
  { key: COVERED, name: "Another covered city", isAtCost: false },
  { key: OTHER, name: "Other", isAtCost: true },
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
