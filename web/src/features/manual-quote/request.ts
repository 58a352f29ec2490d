/** What somebody tells who asks for a quote, what is missing in it, and where it waits while unsent. */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { copy } from "./copy.ts";

export type Told = { name: string; phone: string; address: string; notes: string };
export type ToldErrors = Partial<Record<keyof Told, string>>;

const KEY = "manualQuote";
const NOTHING: Told = { name: "", phone: "", address: "", notes: "" };

/** What was typed before, else what the booking knows. */
export const toldBefore = (known: Partial<Told>): Told => ({
  ...NOTHING,
  ...known,
  ...readSession<Partial<Told>>(KEY),
});

export const keepTold = (told: Told): boolean => writeSession(KEY, told);

export const forgetTold = (): void => removeSession(KEY);

export function toldErrors({ name, phone, address }: Told): ToldErrors {
  const errors: ToldErrors = {};
  if (!name.trim()) errors.name = copy.nameMissing;
  if (digitsOf(phone).length < 10) errors.phone = copy.phoneMissing;
  if (!address.trim()) errors.address = copy.addressMissing;
  return errors;
}

const digitsOf = (phone: string) => phone.replace(/\D/g, "");
