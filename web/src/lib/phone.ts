const DIGITS = 10;

export const digitsOf = (input: string): string => input.replace(/\D/g, "");

/** Whether a phone number has its ten digits, however they are written. */
export const isWholePhone = (input: string): boolean => digitsOf(input).length >= DIGITS;

/** Format ten digits as (NNN) NNN-NNNN; anything else is returned unchanged (ADDR-05.3). */
export function formatPhone(input: string): string {
  const digits = digitsOf(input);
  if (digits.length !== DIGITS) return input;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

// While pages are built the number is a placeholder, and its form in links is another one.
const inLinks = (phone: string): string =>
  phone.startsWith("%%") ? phone.replace(/%%$/, "_link%%") : `+1${digitsOf(phone)}`;

export const telHref = (phone: string): string => `tel:${inLinks(phone)}`;

export const smsHref = (phone: string): string => `sms:${inLinks(phone)}`;
