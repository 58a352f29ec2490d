/** Which phone numbers there can be; the server judges alike (core/contacts.py). */
import { parted, usDigits } from "./phone.ts";

// What the plan of North America can never give out, and what is typed to fill a field. Of other
// countries the server alone knows the plan: its library would weigh more than the form.
const OF_THE_PLAN = /^(?!555|37|96|(\d)\1{9})[2-9](?!11)[0-8]\d[2-9]\d{6}$/;
// Of another country: dialed with + or 011, and as long as numbers are (E.164).
const ABROAD = /^(?:\+?011|\+(?!0))(?!1)\d{8,15}$/;
// Toll-free, paid and personal numbers: no mobile phone has one.
const NO_TEXTS =
  /^(?:8(?:00|33|44|55|66|77|88)|900|5(?:00|2[1-9]|3[23]|44|66|77|88)|6(?:00|22|33))/;

/**
 * Whether the numbering plan can have such a number, however it is written; it may have an extension. A
 * number of another country begins with + or 011.
 */
export function isWholePhone(input: string): boolean {
  const digits = usDigits(input);
  if (digits) return OF_THE_PLAN.test(digits);
  return ABROAD.test(
    parted(input)
      .main.trim()
      .replace(/(?!^\+)\D/g, ""),
  );
}

/** Whether texts can reach it: not a toll-free number, nor one of another country. */
export function takesTexts(input: string): boolean {
  const digits = usDigits(input);
  return digits !== null && isWholePhone(input) && !NO_TEXTS.test(digits);
}
