/**
 * The market's facts for the web (market/README.md): its files as @market/…; as `virtual:market`
 * what pages need of its catalog and cities; its colors as styles/palette.css. Only what a page
 * uses gets into its scripts.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const PALETTE = `${REPOSITORY}web/src/styles/palette.css`;
const FOOTER_CITIES = 8;

const named = process.env.STANDBY_MARKET || "houston";
/** `dallas` is market/dallas, a path starts at the repository. */
export const MARKET = resolve(REPOSITORY, named.includes("/") ? named : `market/${named}`);

type Package = { code: string; max_distance_feet: number; price_cents: number };
type Generator = {
  brand: string;
  model_number: string | null;
  kw: number;
  price_cents: number;
};
type PermitFees = {
  default_cents: number;
  usual: string;
  city_specific: Record<string, number>;
  city_names: Record<string, string>;
};

const read = (name: string) => JSON.parse(readFileSync(`${MARKET}/${name}`, "utf8"));

function catalog() {
  const packages: Package[] = read("packages.json").packages;
  const generators: Generator[] = read("generators.json");
  const { pricing, scheduling } = read("configuration.json");
  const cities: { slug: string; name: string }[] = read("cities.json");
  const fees: PermitFees = pricing.permit_fee;
  const milestonePercents: number[] = Object.values(read("milestones.json"));
  const salesTaxRate = Number(read("taxes.json").sales_tax_rate);
  const nearest = packages.sort((one, other) => one.max_distance_feet - other.max_distance_feet);
  const sold = generators.flatMap(({ brand, model_number, kw, price_cents }) =>
    model_number ? [{ key: model_number, brand, kw, price_cents }] : [],
  );
  // The usual one first, the others by key, as the server's price book has them.
  const townships = Object.keys(fees.city_specific)
    .sort()
    .map((key) => ({ key, name: fees.city_names[key] ?? capitalized(key) }))
    .sort((one, other) => Number(other.key === fees.usual) - Number(one.key === fees.usual));
  return {
    bandLimits: nearest.map(({ code, max_distance_feet }) => [code, max_distance_feet]),
    soldGenerators: sold.map(({ key, kw }) => ({ key, kw })),
    generatorNames: Object.fromEntries(sold.map(({ key, brand }) => [key, `${brand} ${key}`])),
    townshipsWithFee: townships,
    salesTaxRate,
    milestonePercents,
    zipCodeCount:
      readFileSync(`${MARKET}/coverage_zip_codes.csv`, "utf8").trim().split("\n").length - 1,
    footerCities: cities.slice(0, FOOTER_CITIES).map(({ slug, name }) => ({ slug, name })),
    includedModules: includedModules(),
    arrivalWindows: scheduling.arrival_windows,
    schedulingFeeCents: Number(pricing.scheduling_fee.amount_cents),
    startingPrices: startingPrices(nearest, sold, {
      fees,
      townships,
      salesTaxRate,
      milestonePercents,
    }),
  };
}

// The server counts the same item in the package of an order (orders/selectors/stay_on.py).
function includedModules(): number {
  const { bonus_items, load_module }: Bonuses = read("packages.json");
  return bonus_items.filter(({ bonus_name }) => bonus_name === load_module).length;
}

type Bonuses = { bonus_items: { bonus_name: string }[]; load_module: string };

type Terms = {
  fees: PermitFees;
  townships: { key: string }[];
  salesTaxRate: number;
  milestonePercents: number[];
};

// The server's price book of the starting catalog, for development and tests: a page is filled
// with the server's own (api/standby/server/page_facts.py).
function startingPrices(
  packages: Package[],
  sold: { key: string; price_cents: number }[],
  { fees, townships, salesTaxRate, milestonePercents }: Terms,
): Record<string, number[]> {
  const permits = [
    ...townships.map(({ key }) => [key, fees.city_specific[key] ?? 0] as const),
    ["default", fees.default_cents] as const,
    ["other", 0] as const,
  ];
  const prices = packages.flatMap(({ code, price_cents: installation }) =>
    [...sold, { key: "own", price_cents: 0 }].flatMap(({ key, price_cents: equipment }) =>
      permits.map(([township, permit]) => {
        const tax = Math.round(equipment * salesTaxRate);
        const lines = [installation, equipment, permit, tax];
        const total = sum(lines);
        const parts = split(total, milestonePercents);
        const shown = [...inWholeDollars(lines), total - (total % 100), ...inWholeDollars(parts)];
        return [`${code}.${key}.${township}`, shown];
      }),
    ),
  );
  return Object.fromEntries(prices);
}

const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

// As api/standby/core/money.py: what rounding down loses goes to the largest remainders.
function rounded(amounts: number[], unit: number): number[] {
  const down = amounts.map((amount) => Math.floor(amount / unit));
  const lost = Math.floor(sum(amounts) / unit) - sum(down);
  const byRemainder = amounts
    .map((amount, number) => ({ number, rest: amount % unit }))
    .sort((one, other) => other.rest - one.rest)
    .slice(0, lost)
    .map(({ number }) => number);
  return down.map((amount, number) => amount + Number(byRemainder.includes(number)));
}

const split = (total: number, percents: number[]) =>
  rounded(
    percents.map((percent) => total * percent),
    100,
  );
const inWholeDollars = (cents: number[]) => rounded(cents, 100).map((dollars) => dollars * 100);

// A file, because Django's admin has it too (STATICFILES_DIRS).
function writePalette() {
  const colors = Object.entries(read("colors.json"));
  const css = [":root {", ...colors.map(([name, color]) => `  --${name}: ${color};`), "}", ""];
  const palette = css.join("\n");
  if (!existsSync(PALETTE) || readFileSync(PALETTE, "utf8") !== palette)
    writeFileSync(PALETTE, palette);
}
const capitalized = (words: string) => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const ID = "virtual:market";

export const marketCatalog = {
  name: "standby:market",
  config: writePalette,
  resolveId: (id: string) => (id === ID ? `\0${ID}` : undefined),
  load: (id: string) =>
    id === `\0${ID}`
      ? Object.entries(catalog())
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n")
      : undefined,
};
