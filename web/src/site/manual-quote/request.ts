/** Fields of a quote request, their validation, and their storage until it is sent. */
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { copy } from "./copy.ts";

export type ManualQuoteForm = { name: string; phone: string; address: string; notes: string };
export type ManualQuoteErrors = Partial<Record<keyof ManualQuoteForm, string>>;

const KEY = "manualQuote";
const EMPTY: ManualQuoteForm = { name: "", phone: "", address: "", notes: "" };

/** Values typed before, else those the booking has. */
export const initialForm = (initial: Partial<ManualQuoteForm>): ManualQuoteForm => ({
  ...EMPTY,
  ...initial,
  ...readSession<Partial<ManualQuoteForm>>(KEY),
});

export const storeForm = (values: ManualQuoteForm): boolean => writeSession(KEY, values);

export const clearForm = (): void => removeSession(KEY);

export function validateForm({ name, phone, address }: ManualQuoteForm): ManualQuoteErrors {
  const errors: ManualQuoteErrors = {};
  if (!name.trim()) errors.name = copy.nameMissing;
  if (digitsOf(phone).length < 10) errors.phone = copy.phoneMissing;
  if (!address.trim()) errors.address = copy.addressMissing;
  return errors;
}

const digitsOf = (phone: string) => phone.replace(/\D/g, "");
