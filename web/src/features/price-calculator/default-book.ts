/** Prices of the seed data, shown before or without the server's price book. */
import type { Book, DistanceBand, Price } from "./book.ts";

type Row = [
  band: DistanceBand,
  generator: string,
  township: string,
  installation: number,
  equipment: number,
  permit: number,
  tax: number,
  total: number,
];

// Rows of contract/price-cases.json; a test compares them.
const ROWS: Row[] = [
  ["close", "7043", "woodlands", 4_990_00, 6_979_00, 150_00, 575_77, 12_694_77],
  ["close", "7043", "default", 4_990_00, 6_979_00, 150_00, 575_77, 12_694_77],
  ["close", "7043", "other", 4_990_00, 6_979_00, 0, 575_77, 12_544_77],
  ["close", "7228", "woodlands", 4_990_00, 5_979_00, 150_00, 493_27, 11_612_27],
  ["close", "7228", "default", 4_990_00, 5_979_00, 150_00, 493_27, 11_612_27],
  ["close", "7228", "other", 4_990_00, 5_979_00, 0, 493_27, 11_462_27],
  ["close", "7291", "woodlands", 4_990_00, 7_979_00, 150_00, 658_27, 13_777_27],
  ["close", "7291", "default", 4_990_00, 7_979_00, 150_00, 658_27, 13_777_27],
  ["close", "7291", "other", 4_990_00, 7_979_00, 0, 658_27, 13_627_27],
  ["close", "own", "woodlands", 4_990_00, 0, 150_00, 0, 5_140_00],
  ["close", "own", "default", 4_990_00, 0, 150_00, 0, 5_140_00],
  ["close", "own", "other", 4_990_00, 0, 0, 0, 4_990_00],
  ["medium", "7043", "woodlands", 5_990_00, 6_979_00, 150_00, 575_77, 13_694_77],
  ["medium", "7043", "default", 5_990_00, 6_979_00, 150_00, 575_77, 13_694_77],
  ["medium", "7043", "other", 5_990_00, 6_979_00, 0, 575_77, 13_544_77],
  ["medium", "7228", "woodlands", 5_990_00, 5_979_00, 150_00, 493_27, 12_612_27],
  ["medium", "7228", "default", 5_990_00, 5_979_00, 150_00, 493_27, 12_612_27],
  ["medium", "7228", "other", 5_990_00, 5_979_00, 0, 493_27, 12_462_27],
  ["medium", "7291", "woodlands", 5_990_00, 7_979_00, 150_00, 658_27, 14_777_27],
  ["medium", "7291", "default", 5_990_00, 7_979_00, 150_00, 658_27, 14_777_27],
  ["medium", "7291", "other", 5_990_00, 7_979_00, 0, 658_27, 14_627_27],
  ["medium", "own", "woodlands", 5_990_00, 0, 150_00, 0, 6_140_00],
  ["medium", "own", "default", 5_990_00, 0, 150_00, 0, 6_140_00],
  ["medium", "own", "other", 5_990_00, 0, 0, 0, 5_990_00],
  ["far", "7043", "woodlands", 7_490_00, 6_979_00, 150_00, 575_77, 15_194_77],
  ["far", "7043", "default", 7_490_00, 6_979_00, 150_00, 575_77, 15_194_77],
  ["far", "7043", "other", 7_490_00, 6_979_00, 0, 575_77, 15_044_77],
  ["far", "7228", "woodlands", 7_490_00, 5_979_00, 150_00, 493_27, 14_112_27],
  ["far", "7228", "default", 7_490_00, 5_979_00, 150_00, 493_27, 14_112_27],
  ["far", "7228", "other", 7_490_00, 5_979_00, 0, 493_27, 13_962_27],
  ["far", "7291", "woodlands", 7_490_00, 7_979_00, 150_00, 658_27, 16_277_27],
  ["far", "7291", "default", 7_490_00, 7_979_00, 150_00, 658_27, 16_277_27],
  ["far", "7291", "other", 7_490_00, 7_979_00, 0, 658_27, 16_127_27],
  ["far", "own", "woodlands", 7_490_00, 0, 150_00, 0, 7_640_00],
  ["far", "own", "default", 7_490_00, 0, 150_00, 0, 7_640_00],
  ["far", "own", "other", 7_490_00, 0, 0, 0, 7_490_00],
];

const priceOf = ([band, generator, township, ...cents]: Row): Price => ({
  band,
  generator,
  township,
  installation_cents: cents[0],
  equipment_cents: cents[1],
  permit_cents: cents[2],
  tax_cents: cents[3],
  total_cents: cents[4],
});

export const defaultBook: Book = {
  bands: ["close", "medium", "far"],
  generators: [
    { key: "7228", kw: 18 },
    { key: "7043", kw: 22 },
    { key: "7291", kw: 26 },
  ],
  townships: [
    { key: "woodlands", name: "The Woodlands", isAtCost: false },
    { key: "default", name: "Another covered city", isAtCost: false },
    { key: "other", name: "Other", isAtCost: true },
  ],
  prices: ROWS.map(priceOf),
};
