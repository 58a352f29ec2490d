/** Validation of the contact fields of step 3 (WIZ-08.5). */
import { contactWords } from "./copy.ts";

export type Contact = { name: string; phone: string; email: string };
export type ContactErrors = Partial<Record<keyof Contact, string>>;

const PHONE_DIGITS = 10;

export function contactErrors(contact: Contact): ContactErrors {
  const errors: ContactErrors = {};
  if (!contact.name.trim()) errors.name = contactWords.nameMissing;
  const phone = phoneError(contact.phone);
  if (phone) errors.phone = phone;
  const email = emailError(contact.email);
  if (email) errors.email = email;
  return errors;
}

export const isContactMissing = ({ name, phone, email }: Contact): boolean =>
  [name, phone, email].some((entry) => entry.trim() === "");

function phoneError(phone: string): string | null {
  if (!phone.trim()) return contactWords.phoneMissing;
  const digits = phone.replace(/\D/g, "");
  return digits.length < PHONE_DIGITS ? contactWords.phoneShort : null;
}

function emailError(email: string): string | null {
  if (!email.trim()) return contactWords.emailMissing;
  return email.includes("@") ? null : contactWords.emailWithoutAt;
}
