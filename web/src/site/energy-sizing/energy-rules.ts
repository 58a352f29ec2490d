/**
 * Validation of the energy form: address, bill and usage, with limits no home reaches (REC-01.3).
 */
import { energyWords as words } from "./copy.ts";
import type { EnergyData } from "./energy-data.ts";

export type EnergyErrors = Partial<Record<keyof EnergyData, string>>;

export const MIN_SEARCH_LENGTH = 3; // more than 2 characters in the modal (ADDR-01.1)
const MIN_ADDRESS_LENGTH = 5;
const MOST_DOLLARS = 5000;
const MOST_KWH = 20_000;

export function energyErrors(data: EnergyData): EnergyErrors {
  const errors = {
    address: data.address.trim().length < MIN_ADDRESS_LENGTH ? words.addressWrong : null,
    electricBill: billProblem(data.electricBill),
    kwhUsage: usageProblem(data.kwhUsage),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, problem]) => problem !== null));
}

function billProblem(text: string): string | null {
  if (text.trim() === "") return words.billMissing;
  const dollars = amountIn(text);
  if (dollars === null || dollars <= 0) return words.billNotANumber;
  return dollars > MOST_DOLLARS ? words.billTooHigh : null;
}

function usageProblem(text: string): string | null {
  if (text.trim() === "") return null;
  const kwh = amountIn(text);
  if (kwh === null || kwh <= 0) return words.usageNotANumber;
  return kwh > MOST_KWH ? words.usageTooHigh : null;
}

/** Parse the number in "$1,250.50", "1250 kWh" or "180/mo"; null without one. */
export function amountIn(text: string): number | null {
  const plain = text.replace(/\s|,|\$|usd|kwh|\/mo(nth)?\.?/gi, "");
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
