import { expect, test } from "vitest";
import { feeCreditDays, feeName, ifRiseIsDeclined, priceRise } from "#business/terms.ts";
import catalog from "./en.json" with { type: "json" };

const sentences = Object.entries(catalog as Record<string, unknown>).map(
  ([key, words]) => [key, typeof words === "string" ? words : JSON.stringify(words)] as const,
);

// Lines of amounts, and what the sentence beside them dates.
const BESIDE_A_DATE = new Set([
  "card_payment_fee_credited",
  "diagnostic_credit",
  "price_summary_credit",
]);

test("TRUTH-03.6 where the fee's credit is promised, the days stand there", () => {
  const promises = sentences.filter(
    ([key, words]) =>
      /credited|counts toward|comes? off|off your bill/i.test(words) &&
      !key.startsWith("staff_") &&
      !BESIDE_A_DATE.has(key),
  );

  expect(promises.map(([key]) => key)).toContain("price_summary_due_now_note");
  for (const [key, words] of promises) expect(`${key}: ${words}`).toMatch(/\{days?\}|Credited"?$/);
});

test("TRUTH-03.4 what a longer run costs is said beside the shorter one, with both ends of a no", () => {
  const beside = catalog.distance_band_wrong;

  expect(beside).toContain("Shorter may cost less.");
  expect(beside).toContain("Longer: we show you the new price first, and you may say no. {ifNo}");
  for (const part of [`more than ${priceRise}`, `up to ${priceRise}`, feeName])
    expect(ifRiseIsDeclined).toContain(part);
  expect(feeCreditDays).toBe(30);
});
