/** The lines of a custom quote beside installation, generator and permit. */
import type { Schemas } from "#api/client.ts";

type Lines = { line_items?: readonly Schemas["LineItemOut"][] };

export type Extra = { name: string; cents: number };

/** "Trenching under concrete (40 ft)" */
export const extrasOf = ({ line_items = [] }: Lines): Extra[] =>
  line_items
    .filter(({ kind }) => kind === "extra")
    .map(({ description, quantity, unit, amount_cents }) => ({
      name: unit ? `${description} (${quantity} ${unit})` : description,
      cents: amount_cents,
    }));

const FLAT = "flat rate"; // as the server calls the unit of a band's installation

/** What a custom quote calls its installation; null for a flat rate, which has its band's name. */
export const customInstallation = ({ line_items = [] }: Lines): string | null =>
  line_items.find(({ kind, unit }) => kind === "installation" && unit !== FLAT)?.description ??
  null;
