/** Phone numbers as customers type them, shown and dialed. Which are none: phone-rules.ts. */

export const digitsOf = (input: string): string => input.replace(/\D/g, "");

// An extension as people and phones write it. It is no part of the number that texts go to.
const EXTENSION = /\s*(?:;ext=|[,;]?\s*(?:extension|ext|x|#)[.:#]?)\s*([0-9]{1,7})\s*$/i;

/** The number as typed, and the digits of its extension or "". */
export function parted(input: string): { main: string; extension: string } {
  const [end, extension = ""] = EXTENSION.exec(input) ?? [""];
  return { main: input.slice(0, input.length - end.length), extension };
}

const HAS_CODE = /^[^0-9]*\+/; // a plus before the first digit
const ABROAD = /^011/; // dialed in the United States before the code of another country

/**
 * The same for all spellings of a number, and for no two numbers: the ten digits of one of North
 * America, of another country's all digits after a plus.
 */
export function phoneKey(input: string): string {
  const us = usDigits(input);
  if (us) return us;
  const { main } = parted(input);
  const digits = digitsOf(main);
  if (!ABROAD.test(digits) && !HAS_CODE.test(main)) return digits;
  const abroad = digits.replace(ABROAD, "");
  return abroad && `+${abroad}`;
}

/** The ten digits of a number of the United States, without country code 1 and extension. */
export function usDigits(input: string): string | null {
  const { main } = parted(input);
  const digits = digitsOf(main);
  if (digits.startsWith("1")) return digits.length === 11 ? digits.slice(1) : null;
  return digits.length === 10 && !HAS_CODE.test(main) ? digits : null;
}

/**
 * Format a number of the United States as (NNN) NNN-NNNN x12; anything else is returned unchanged
 * (ADDR-05.3).
 */
export function formatPhone(input: string): string {
  const digits = usDigits(input);
  if (!digits) return input;
  const { extension } = parted(input);
  const shown = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return extension ? `${shown} x${extension}` : shown;
}

// While pages are built the number is a placeholder, and its form in links is another one.
const inLinks = (phone: string): string =>
  phone.startsWith("%%")
    ? phone.replace(/%%$/, "_link%%")
    : `+${usDigits(phone) ? `1${usDigits(phone)}` : digitsOf(parted(phone).main)}`;

export function telHref(phone: string): string {
  const { extension } = parted(phone);
  return `tel:${inLinks(phone)}${extension && `;ext=${extension}`}`;
}

export const smsHref = (phone: string): string => `sms:${inLinks(phone)}`;
