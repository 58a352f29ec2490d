/**
 * First guess at a generator size from monthly usage (REC-02). It knows nothing of the load at one
 * moment.
 */
import type { Tier } from "#content/sizing/tiers.ts";
import { amountIn, type EnergyData } from "./energy-data.ts";

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
