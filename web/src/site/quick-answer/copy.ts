import { bandInWords, bandRange } from "#business/bands.ts";
import { installationCents, startingPrice } from "#content/price-example.ts";
export const copy = {
  title: "The quick answer",
  lead: `An installation ${bandInWords.medium} from your panel, with nothing left to add.`,
  example: "Example price",
  base: {
    name: "Base price",
    note: `Flat-rate installation, ${bandRange.medium}`,
    cents: installationCents("medium"),
  },
  extras: [
    { name: "Surge protector", note: "Guards the whole house", cents: 590_00 },
    { name: "Load module", note: "Sheds one large load at the limit", cents: 450_00 },
  ],
  included: "Included",
  worth: "instead of",
  total: "You pay",
  note: `Generator, its tax and the permit come on top; ${bandInWords.close} the base is ${startingPrice}.`,
  action: "Get an Instant Price",
} as const;
