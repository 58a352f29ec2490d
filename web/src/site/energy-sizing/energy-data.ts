/** The visitor's energy figures, kept in session storage. */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { energyErrors } from "./energy-rules.ts";

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
