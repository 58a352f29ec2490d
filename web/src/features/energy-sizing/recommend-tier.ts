/** The first guess at a size, from a month's power (spec §4). It says nothing of what runs at one moment. */
import type { Tier } from "#content/sizing/tiers.ts";
import type { EnergyData } from "./energy-data.ts";
import { amountIn } from "./energy-rules.ts";

const KWH_PER_DOLLAR = 8; // spec §4
const SMALL_BELOW_KWH = 800; // spec §4
const LARGE_ABOVE_KWH = 1500; // spec §4

export type Usage = { kwh: number; isFromBill: boolean };

/** The kWh if given, else the bill times 8. */
export function usageOf({ electricBill, kwhUsage }: EnergyData): Usage {
  const kwh = amountIn(kwhUsage);
  if (kwh !== null) return { kwh, isFromBill: false };
  return { kwh: (amountIn(electricBill) ?? 0) * KWH_PER_DOLLAR, isFromBill: true };
}

/** Under 800 is small, over 1500 is large, otherwise medium. */
export function tierFor(usageKwh: number): Tier {
  if (usageKwh < SMALL_BELOW_KWH) return "small";
  return usageKwh > LARGE_ABOVE_KWH ? "large" : "medium";
}

/** Only the medium and the large card can carry the Recommended flag. */
export const canBeRecommended = (tier: Tier): boolean => tier !== "small";
