import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { priceExample } from "#content/price-example.ts";
import { wholeDollars } from "#lib/money.ts";
import { defaultBook } from "./default-book.ts";
import { type Book, jobIn, priceInCity, priceOf, townshipName, usualJob } from "./prices.ts";

type Case = {
  band: string | null;
  model_number: string | null;
  township: string;
  shown: Record<"installation" | "generator" | "permit" | "sales_tax" | "total", string>;
  payments_shown: string[];
};

const golden: { cases: Case[] } = JSON.parse(readFileSync("../contract/price-cases.json", "utf8"));
const sold: { model_number: string | null; kw: number }[] = JSON.parse(
  readFileSync("../market/houston/generators.json", "utf8"),
);

test("PRICE-01.5 the default values are the rows of the one table of cases", () => {
  const rows = golden.cases
    .filter(({ band }) => band)
    .map((row) => ({
      band: row.band,
      generator: row.model_number ?? "own",
      township: row.township,
      shown: row.shown,
      payments_shown: row.payments_shown,
    }));
  const starting = defaultBook.prices.map(({ shown, milestones, ...job }) => ({
    ...job,
    shown: {
      installation: wholeDollars(shown.installation_cents),
      generator: wholeDollars(shown.generator_cents),
      permit: wholeDollars(shown.permit_cents),
      sales_tax: wholeDollars(shown.sales_tax_cents),
      total: wholeDollars(shown.total_cents),
    },
    payments_shown: milestones.map(({ shown_cents }) => wholeDollars(shown_cents)),
  }));

  const byJob = (one: { band: string | null; generator: string; township: string }) =>
    [one.band, one.generator, one.township].join();
  const sorted = <Row extends Parameters<typeof byJob>[0]>(prices: readonly Row[]) =>
    prices.toSorted((one, other) => byJob(one).localeCompare(byJob(other)));

  expect(sorted(starting)).toEqual(sorted(rows));
});

test("HOME-05.2 the township at first is the market's usual one, and its name the example's", () => {
  const { usual, city_names } = JSON.parse(
    readFileSync("../market/houston/configuration.json", "utf8"),
  ).pricing.permit_fee;

  expect(usualJob(defaultBook).township).toBe(usual);
  expect(priceExample.title).toContain(city_names[usual]);
});

test("the sizes offered are those of the starting data", () => {
  const sizes = sold.filter(({ model_number }) => model_number);

  expect(defaultBook.generators).toEqual(
    sizes.map(({ model_number, kw }) => ({ key: model_number, kw })),
  );
});

test("HOME-05.2 begins with close, 22 kW and the first township, or without one 'other'", () => {
  expect(usualJob(defaultBook)).toEqual({
    band: "close",
    generator: "7043",
    township: "woodlands",
  });

  const none: Book = {
    ...defaultBook,
    townships: defaultBook.townships.filter(({ key }) => key !== "woodlands"),
  };

  expect(usualJob(none).township).toBe("other");
});

test.each([
  ["The Woodlands", "woodlands"],
  ["woodlands", "woodlands"],
  ["Katy", "default"],
  [undefined, "woodlands"],
])("a page for %s begins with the township %s", (city, township) => {
  expect(usualJob(defaultBook, city).township).toBe(township);
});

test("a city's name loses only the 'The' it begins with", () => {
  const hills = { key: "village of the hills", name: "Village of the Hills", isAtCost: false };
  const book = { ...defaultBook, townships: [...defaultBook.townships, hills] };

  expect(usualJob(book, hills.name).township).toBe(hills.key);
});

test("a generator no longer sold falls back to the usual job", () => {
  const gone = { ...usualJob(defaultBook), generator: "0000" };

  expect(jobIn(defaultBook, gone)).toEqual(usualJob(defaultBook));
  expect(priceOf(defaultBook, gone)).toBeNull();
});

test.each([
  ["Katy", "Katy, or another city we cover"],
  ["The Woodlands", "Houston, or another city we cover"],
  [undefined, "Houston, or another city we cover"],
])("on the page of %s the township of all others is '%s'", (city, name) => {
  const names = defaultBook.townships.map((each) => townshipName(defaultBook, each, city));

  expect(names).toEqual(["The Woodlands", name, "Other"]);
});

test.each([
  ["the example of the specification", "7043", "woodlands", 12_694_77],
  ["one's own generator", "own", "woodlands", 5_140_00],
  ["a township with the default permit fee", "own", "katy", 5_150_00],
  ["no township", "own", null, 5_150_00],
])("%s is a row of the book", (_, generator, township, cents) => {
  const prices = [
    { band: "close" as const, generator: "7043", township: "woodlands", total_cents: 12_694_77 },
    { band: "close" as const, generator: "own", township: "woodlands", total_cents: 5_140_00 },
    { band: "close" as const, generator: "own", township: "default", total_cents: 5_150_00 },
  ];

  expect(priceInCity({ prices }, { band: "close", generator, township })?.total_cents).toBe(cents);
  expect(priceInCity({ prices }, { band: "far", generator, township })).toBeNull();
});
