import { bandEndingAt } from "#business/bands.ts";
import type { Book } from "#business/price-book.ts";
import type { BandFt } from "#features/distance-helper/run.ts";
import type { Amount } from "#lib/money.ts";

export const installationCents = ({ prices }: Book, feet: BandFt): Amount | null =>
  prices.find(({ band }) => band === bandEndingAt(feet))?.installation_cents ?? null;
