/** The answers of the energy form: their limits, which no home reaches (REC-01.3), and session storage. */

import type { Tier } from "#content/sizing/systems.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { m } from "#paraglide/messages.js";

export type EnergyData = { address: string; electricBill: string; kwhUsage: string };

const KEY = "energyData";
const TYPED_KEY = "energyTyped"; // form input not submitted yet
const EMPTY: EnergyData = { address: "", electricBill: "", kwhUsage: "" };

/** Saved figures, or null when there are none that a recommendation could be made from. */
export function readEnergyData(): EnergyData | null {
  const saved = textsOf(readSession(KEY));
  const isWhole = saved !== null && Object.keys(energyErrors(saved)).length === 0;
  return isWhole ? saved : null;
}

export function storeEnergyData(data: EnergyData): boolean {
  removeSession(TYPED_KEY);
  return writeSession(KEY, trimmed(data));
}

/** Initial values of the form: unsubmitted input, else the saved figures. */
export const readDraft = (): EnergyData =>
  textsOf(readSession(TYPED_KEY)) ?? readEnergyData() ?? EMPTY;

export const storeDraft = (data: EnergyData): boolean => writeSession(TYPED_KEY, data);

const trimmed = (data: EnergyData): EnergyData => ({
  address: data.address.trim(),
  electricBill: data.electricBill.trim(),
  kwhUsage: data.kwhUsage.trim(),
});

// Other pages may have saved figures as numbers.
function textsOf(saved: unknown): EnergyData | null {
  if (typeof saved !== "object" || saved === null) return null;
  const { address, electricBill, kwhUsage } = saved as Partial<Record<keyof EnergyData, unknown>>;
  const text = (value: unknown) => (value === undefined || value === null ? "" : String(value));
  return { address: text(address), electricBill: text(electricBill), kwhUsage: text(kwhUsage) };
}

export type EnergyErrors = Partial<Record<keyof EnergyData, string>>;

export const MIN_SEARCH_LENGTH = 3; // more than 2 characters in the modal (ADDR-01.1)
const MIN_ADDRESS_LENGTH = 5;
const MOST_DOLLARS = 5000;
const MOST_KWH = 20_000;

export function energyErrors(data: EnergyData): EnergyErrors {
  const errors = {
    address:
      data.address.trim().length < MIN_ADDRESS_LENGTH
        ? m.energy_sizing_energy_address_wrong()
        : null,
    electricBill: billProblem(data.electricBill),
    kwhUsage: usageProblem(data.kwhUsage),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, problem]) => problem !== null));
}

function billProblem(text: string): string | null {
  if (text.trim() === "") return m.energy_sizing_energy_bill_missing();
  const dollars = amountIn(text);
  if (dollars === null || dollars <= 0) return m.energy_sizing_energy_bill_not_anumber();
  return dollars > MOST_DOLLARS ? m.energy_sizing_energy_bill_too_high() : null;
}

function usageProblem(text: string): string | null {
  if (text.trim() === "") return null;
  const kwh = amountIn(text);
  if (kwh === null || kwh <= 0) return m.energy_sizing_energy_usage_not_anumber();
  return kwh > MOST_KWH ? m.energy_sizing_energy_usage_too_high() : null;
}

/** Parse the number in "$1,250.50", "1250 kWh" or "180/mo"; null without one. */
export function amountIn(text: string): number | null {
  const plain = text.replace(/\s|,|\$|usd|kwh|\/mo(nth)?\.?/gi, "");
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

// First guess at a generator size from monthly usage (REC-02). It knows nothing of the load at one
// moment.
const KWH_PER_DOLLAR = 8;
const SMALL_BELOW_KWH = 800;
const LARGE_ABOVE_KWH = 1500;

export type Usage = { kwh: number; isFromBill: boolean };

/** Monthly usage in kWh: as entered, else the bill in dollars times 8 (REC-02.1). */
export function usageOf({ electricBill, kwhUsage }: EnergyData): Usage {
  const kwh = amountIn(kwhUsage);
  if (kwh !== null) return { kwh, isFromBill: false };
  return { kwh: (amountIn(electricBill) ?? 0) * KWH_PER_DOLLAR, isFromBill: true };
}

/** Under 800 kWh is small, over 1500 is large, otherwise medium (REC-02.2). */
export function tierFor(usageKwh: number): Tier {
  if (usageKwh < SMALL_BELOW_KWH) return "small";
  return usageKwh > LARGE_ABOVE_KWH ? "large" : "medium";
}

/** Whether a card may carry the Recommended flag (REC-02.3). */
export const canBeRecommended = (tier: Tier): boolean => tier !== "small";
