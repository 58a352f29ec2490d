import type { BandFt } from "#features/distance-helper/run.ts";
import type { Book, DistanceBand } from "#features/price-calculator/book.ts";

const BAND: Record<BandFt, DistanceBand> = { 25: "close", 50: "medium", 150: "far" };

export const installationCents = ({ prices }: Book, feet: BandFt): number | null =>
  prices.find(({ band }) => band === BAND[feet])?.installation_cents ?? null;
