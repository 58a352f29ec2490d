/** Phone numbers as customers type them; the server reads them alike (core/contacts.py). */

export const digitsOf = (input: string): string => input.replace(/\D/g, "");

// An extension as people and phones write it. It is no part of the number that texts go to.
const EXTENSION = /\s*(?:;ext=|[,;]?\s*(?:extension|ext|x|#)[.:#]?)\s*([0-9]{1,7})\s*$/i;

function parted(input: string): { main: string; extension: string } {
  const match = EXTENSION.exec(input);
  return match
    ? { main: input.slice(0, match.index), extension: match[1] ?? "" }
    : { main: input, extension: "" };
}

const KEY_DIGITS = 10;

/** The last ten digits, so that a number is found with or without country code and extension. */
export const phoneKey = (input: string): string => digitsOf(parted(input).main).slice(-KEY_DIGITS);

const FEWEST_ABROAD = 8;
const MOST_DIGITS = 15; // E.164
const ABROAD = "011"; // dialed in the United States before the code of another country

/** Whether it has as many digits as a phone number, which may still be nobody's. */
export const hasAllDigits = (input: string): boolean => usDigits(input) !== null || isAbroad(input);

function isAbroad(input: string): boolean {
  const { main } = parted(input);
  const digits = digitsOf(main);
  const abroad = digits.startsWith(ABROAD) ? digits.slice(ABROAD.length) : digits;
  const isMarked = main.trimStart().startsWith("+") || digits !== abroad;
  const { length } = abroad;
  return isMarked && !abroad.startsWith("1") && length >= FEWEST_ABROAD && length <= MOST_DIGITS;
}

// What the plan of North America can never give out, and what is typed to fill a field. Of other
// countries the server alone knows the plan: its library would weigh more than the form.
const OF_THE_PLAN = /^(?!555|37|96|(\d)\1{9})[2-9](?!11)[0-8]\d[2-9]\d{6}$/;
// Toll-free, paid and personal numbers: no mobile phone has one.
const NO_TEXTS =
  /^(?:8(?:00|33|44|55|66|77|88)|900|5(?:00|2[1-9]|3[23]|44|66|77|88)|6(?:00|22|33))/;

/**
 * Whether the numbering plan can have such a number, however it is written; it may have an extension. A
 * number of another country begins with + or 011.
 */
export function isWholePhone(input: string): boolean {
  const digits = usDigits(input);
  return digits === null ? isAbroad(input) : OF_THE_PLAN.test(digits);
}

/** Whether texts can reach it: not a toll-free number, nor one of another country. */
export function takesTexts(input: string): boolean {
  const digits = usDigits(input);
  return digits !== null && isWholePhone(input) && !NO_TEXTS.test(digits);
}

/** The ten digits of a number of the United States, without country code 1 and extension. */
function usDigits(input: string): string | null {
  const { main } = parted(input);
  const digits = digitsOf(main);
  if (digits.startsWith("1")) return digits.length === 11 ? digits.slice(1) : null;
  return digits.length === 10 && !main.trimStart().startsWith("+") ? digits : null;
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
