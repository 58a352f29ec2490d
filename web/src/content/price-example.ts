/** Example price: a 22 kW generator within the nearest band, in the market's usual town. */
import { city } from "@market/place.json";
import { type Band, bandLimits, limitOf, nearestBand } from "#business/bands.ts";
import { defaultBook, keyOf } from "#business/default-book.ts";
import { placeholder } from "#business/market.ts";
import { type Job, OTHER, OWN, priceOf, usualJob } from "#business/prices.ts";
import { salesTax } from "#business/terms.ts";
import { type Amount, inDollars, wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";

export const exampleJob = usualJob(defaultBook);
const least: Job = { band: nearestBand, generator: OWN, township: OTHER };
const price = priceOf(defaultBook, exampleJob);
export const exampleTown =
  defaultBook.townships.find(({ key }) => key === exampleJob.township)?.name ?? city;
export const installationCents = (band: Job["band"]): Amount =>
  priceOf(defaultBook, { ...least, band })?.shown.installation_cents ?? 0;

export const priceExample = {
  title: m.price_example_title({ town: exampleTown }),
  lines: [
    {
      name: m.price_example_installation(),
      note: m.price_example_installation_note({ feet: limitOf(nearestBand) }),
      cents: price?.shown.installation_cents ?? 0,
    },
    {
      name: m.price_example_generator(),
      note: m.price_example_generator_note(),
      cents: price?.shown.generator_cents ?? 0,
    },
    {
      name: m.price_example_tax(),
      note: m.price_example_tax_note({ salesTax }),
      cents: price?.shown.sales_tax_cents ?? 0,
    },
    { name: m.price_example_permit(), note: exampleTown, cents: price?.shown.permit_cents ?? 0 },
  ],
  totalCents: price?.shown.total_cents ?? 0,
};

export const startingPriceCents: Amount = installationCents(nearestBand);
export const startingPrice = wholeDollars(startingPriceCents);
/** For structured data: a number once the page is filled. */
export const startingDollars =
  typeof startingPriceCents === "number"
    ? inDollars(startingPriceCents)
    : placeholder(`price.${keyOf(least)}.installation.number`);

/** The flat rate of each band. */
export const installationPrices: ReadonlyMap<Band, string> = new Map(
  bandLimits.map(([band]) => [band, wholeDollars(installationCents(band))]),
);

/** The lines of the example. */
export const prices = {
  installation: startingPrice,
  generator: wholeDollars(price?.shown.generator_cents ?? 0),
  tax: wholeDollars(price?.shown.sales_tax_cents ?? 0),
  permit: wholeDollars(price?.shown.permit_cents ?? 0),
  total: wholeDollars(priceExample.totalCents),
};
