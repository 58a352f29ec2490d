/** Phone numbers as people read and dial them. */

/** Ten digits become (NNN) NNN-NNNN; anything else stays as it was typed (spec §5). */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (digits.length !== 10) return typed;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The address behind a number one can press. */
export const telHref = (phone: string): string => `tel:+1${phone.replace(/\D/g, "")}`;

export const smsHref = (phone: string): string => `sms:+1${phone.replace(/\D/g, "")}`;
