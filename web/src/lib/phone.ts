export const digitsOf = (input: string): string => input.replace(/\D/g, "");

const KEY_DIGITS = 10;

/** The last ten digits, so that a number is found with or without the country code 1. */
export const phoneKey = (input: string): string => digitsOf(input).slice(-KEY_DIGITS);

const FEWEST_DIGITS = 10;
const MOST_DIGITS = 15;

/** Whether a phone number can be called: 10 to 15 digits, however they are written. */
export function isWholePhone(input: string): boolean {
  const { length } = digitsOf(input);
  // No area code begins with 1: it is the country code, and the number's last digit is missing.
  const isCutShort = length === 10 && digitsOf(input).startsWith("1") && !input.includes("+");
  return length >= FEWEST_DIGITS && length <= MOST_DIGITS && !isCutShort;
}

/** The ten digits of a number of the United States, without the country code 1. */
function usDigits(input: string): string | null {
  const digits = digitsOf(input);
  if (digits.startsWith("1")) return digits.length === 11 ? digits.slice(1) : null;
  return digits.length === 10 && !input.trimStart().startsWith("+") ? digits : null;
}

/**
 * Format a number of the United States as (NNN) NNN-NNNN; anything else is returned unchanged
 * (ADDR-05.3).
 */
export function formatPhone(input: string): string {
  const digits = usDigits(input);
  return digits ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : input;
}

// While pages are built the number is a placeholder, and its form in links is another one.
const inLinks = (phone: string): string =>
  phone.startsWith("%%")
    ? phone.replace(/%%$/, "_link%%")
    : `+${usDigits(phone) ? `1${usDigits(phone)}` : digitsOf(phone)}`;

export const telHref = (phone: string): string => `tel:${inLinks(phone)}`;

export const smsHref = (phone: string): string => `sms:${inLinks(phone)}`;
