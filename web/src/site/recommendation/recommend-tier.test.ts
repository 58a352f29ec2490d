import { expect, test } from "vitest";
import { amountIn, canBeRecommended, tierFor, usageOf } from "./energy-data.ts";

const energyData = (electricBill: string, kwhUsage = "") => ({
  address: "1 Oak Ln",
  electricBill,
  kwhUsage,
});

test.each([
  [0, "small"],
  [799, "small"],
  [799.99, "small"],
  [800, "medium"],
  [1500, "medium"],
  [1500.01, "large"],
  [9000, "large"],
])("REC-02.2 %d kWh a month is %s", (kwh, tier) => {
  expect(tierFor(kwh)).toBe(tier);
});

test.each([
  ["99", "", 792],
  ["100", "", 800],
  ["187.50", "", 1500],
  ["$1,200", "", 9600],
  ["400", "700", 700],
  ["400", "100", 100],
  ["400", "1", 1],
  ["50", "1,600", 1600],
])(
  "REC-02.1 a bill of %s and usage of '%s' is %d kWh: kWh if given, else bill × 8",
  (bill, kwh, usage) => {
    expect(usageOf(energyData(bill, kwh)).kwh).toBe(usage);
  },
);

test("REC-02.3 more usage is never a smaller system; the small one is never Recommended", () => {
  expect((["small", "medium", "large"] as const).map(canBeRecommended)).toEqual([
    false,
    true,
    true,
  ]);

  const order = ["small", "medium", "large"];
  const sizes = Array.from({ length: 400 }, (_, step) => order.indexOf(tierFor(step * 7.3)));

  expect(sizes).toEqual([...sizes].sort());
});

test.each([
  ["180", 180],
  ["$1,250.50", 1250.5],
  [" 180 /mo ", 180],
  ["1200 kWh", 1200],
  [".5", 0.5],
  ["", null],
  ["about 100", null],
  ["-5", null],
  ["1e9", null],
])("the amount in '%s' is %s", (text, amount) => {
  expect(amountIn(text)).toBe(amount);
});
