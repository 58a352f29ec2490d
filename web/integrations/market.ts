/**
 * The market's facts for the web (market/README.md): its files as @market/…, and of its catalog, as
 * `virtual:market`, what pages need. Only what a page uses gets into its scripts.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const MARKET =
  process.env.STANDBY_MARKET ?? fileURLToPath(new URL("../../market/houston", import.meta.url));

type Package = { max_distance_feet: number; price_cents: number };
type Generator = { model_number: string | null; kw: number; price_cents: number };
type PermitFees = {
  default_cents: number;
  city_specific: Record<string, number>;
  city_names: Record<string, string>;
};

const read = (name: string) => JSON.parse(readFileSync(`${MARKET}/${name}`, "utf8"));

function catalog() {
  const packages: Package[] = read("packages.json").packages;
  const generators: Generator[] = read("generators.json");
  const { pricing } = read("configuration.json");
  const fees: PermitFees = pricing.permit_fee;
  const milestonePercents: number[] = Object.values(read("milestones.json"));
  const salesTaxRate = Number(read("taxes.json").sales_tax_rate);
  const nearest = packages.sort((one, other) => one.max_distance_feet - other.max_distance_feet);
  const sold = generators.flatMap(({ model_number, kw, price_cents }) =>
    model_number ? [{ key: model_number, kw, price_cents }] : [],
  );
  const townships = Object.keys(fees.city_specific).map((key) => ({
    key,
    name: fees.city_names[key],
  }));
  return {
    limitsFt: nearest.map(({ max_distance_feet }) => max_distance_feet),
    soldGenerators: sold.map(({ key, kw }) => ({ key, kw })),
    townshipsWithFee: townships,
    salesTaxRate,
    milestonePercents,
    schedulingFeeCents: Number(pricing.scheduling_fee.amount_cents),
    startingCents: {
      installation: nearest.map(({ price_cents }) => price_cents),
      generators: Object.fromEntries(sold.map(({ key, price_cents }) => [key, price_cents])),
      salesTax: Object.fromEntries(
        sold.map(({ key, price_cents }) => [key, Math.round(price_cents * salesTaxRate)]),
      ),
      permits: fees.city_specific,
      defaultPermit: fees.default_cents,
    },
  };
}

const ID = "virtual:market";

export const marketCatalog = {
  name: "standby:market",
  resolveId: (id: string) => (id === ID ? `\0${ID}` : undefined),
  load: (id: string) =>
    id === `\0${ID}`
      ? Object.entries(catalog())
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n")
      : undefined,
};
