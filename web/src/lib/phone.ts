/** Format ten digits as (NNN) NNN-NNNN; anything else is returned unchanged (ADDR-05.3). */
export function formatPhone(input: string): string {
  const digits = input.replace(/\D/g, "");
  if (digits.length !== 10) return input;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

// While pages are built the number is a placeholder, and its form in links is another one.
const inLinks = (phone: string): string =>
  phone.startsWith("%%") ? phone.replace(/%%$/, "_link%%") : `+1${phone.replace(/\D/g, "")}`;

export const telHref = (phone: string): string => `tel:${inLinks(phone)}`;

export const smsHref = (phone: string): string => `sms:${inLinks(phone)}`;
