/** What a visitor says about the home's energy, and where it is kept (spec §3, energyData). */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { energyErrors } from "./energy-rules.ts";

export type EnergyData = { address: string; electricBill: string; kwhUsage: string };

const KEY = "energyData";
const TYPED_KEY = "energyTyped"; // what stands in the form and was not sent yet
const NOTHING: EnergyData = { address: "", electricBill: "", kwhUsage: "" };

/** Null where nothing was saved, or nothing a recommendation could be made from. */
export function readEnergyData(): EnergyData | null {
  const saved = textsOf(readSession(KEY));
  const isWhole = saved !== null && Object.keys(energyErrors(saved)).length === 0;
  return isWhole ? saved : null;
}

export function keepEnergyData(data: EnergyData): boolean {
  removeSession(TYPED_KEY);
  return writeSession(KEY, trimmed(data));
}

/** What the form opens with: what was being typed, else what was saved. */
export const readTyped = (): EnergyData =>
  textsOf(readSession(TYPED_KEY)) ?? readEnergyData() ?? NOTHING;

export const keepTyped = (typed: EnergyData): boolean => writeSession(TYPED_KEY, typed);

const trimmed = (data: EnergyData): EnergyData => ({
  address: data.address.trim(),
  electricBill: data.electricBill.trim(),
  kwhUsage: data.kwhUsage.trim(),
});

/** Other pages may have saved figures as numbers. */
function textsOf(saved: unknown): EnergyData | null {
  if (typeof saved !== "object" || saved === null) return null;
  const { address, electricBill, kwhUsage } = saved as Partial<Record<keyof EnergyData, unknown>>;
  const text = (value: unknown) => (value === undefined || value === null ? "" : String(value));
  return { address: text(address), electricBill: text(electricBill), kwhUsage: text(kwhUsage) };
}
