/** The lines of a price beside installation, generator and permit. */
import usual from "@market/extras.json";
import type { Schemas } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { bandEndingAt, bandRange } from "./bands.ts";
import { salesTax } from "./terms.ts";

type LineItem = Schemas["LineItemOut"];
type Lines = { line_items?: readonly LineItem[] };

/** Extras that are usual in this market; staff type the price. */
export const usualExtras: readonly UsualExtra[] = usual;
export type UsualExtra = { description: string; unit: string; taxable: boolean };

/** Modules of load management are extras whose kind says what they are. */
export const isExtra = ({ kind }: LineItem): boolean => kind === "extra" || kind === "module";

export type Extra = { name: string; cents: number };

/** "Trenching under concrete (40 ft)" */
export const extrasOf = ({ line_items = [] }: Lines): Extra[] =>
  line_items.filter(isExtra).map((line) => ({ name: lineName(line), cents: line.amount_cents }));

export const lineName = ({ description, quantity, unit }: LineItem): string =>
  unit || quantity > 1 ? `${description} (${`${quantity} ${unit}`.trim()})` : description;

const FLAT = "flat rate"; // as the server calls the unit of a band's installation

/** The installation by its feet, "Installation, 25–50 ft", or as a custom quote calls it. */
export function installationName(
  { line_items = [] }: Lines,
  { max_distance_feet: feet }: { max_distance_feet: number },
): string {
  const isCustom = ({ kind, unit }: LineItem) => kind === "installation" && unit !== FLAT;
  const band = bandEndingAt(feet);
  return (
    line_items.find(isCustom)?.description ??
    m.installation_name({ reach: band ? bandRange(band) : m.feet({ feet }) })
  );
}

/** "Sales tax, 8.25% on the generator"; without the rate and the generator where more is taxed. */
export const salesTaxName = ({ line_items = [] }: Lines): string =>
  line_items.some((line) => isExtra(line) && line.taxable)
    ? m.sales_tax_with_extras()
    : m.order_summary_sales_tax({ salesTax });
