/**
 * Why a reservation was refused, where the visitor can fix it, and the message to show (WIZ-07.3).
 */
import { Problem } from "#api/client.ts";
import { refusalWords } from "./copy.ts";

export type ReserveError = {
  mendAt: "day" | "window" | "address" | "generator" | "order" | "contact" | "button";
  words: string;
  /** The server's errors of contact fields. */
  fields: { field: string; message: string }[];
};

const BY_CODE: Record<string, Omit<ReserveError, "fields">> = {
  day_full: { mendAt: "day", words: refusalWords.dayFull },
  day_not_offered: { mendAt: "day", words: refusalWords.dayNotOffered },
  window_not_offered: { mendAt: "window", words: refusalWords.windowNotOffered },
  address_not_covered: { mendAt: "address", words: refusalWords.notCovered },
  band_not_sold: { mendAt: "address", words: refusalWords.bandNotSold },
  generator_not_sold: { mendAt: "generator", words: refusalWords.generatorNotSold },
  generator_missing: { mendAt: "generator", words: refusalWords.generatorMissing },
  already_reserved: { mendAt: "order", words: refusalWords.alreadyReserved },
  too_many_holds: { mendAt: "button", words: refusalWords.tooManyHolds },
};

/** Convert a domain error, or any other failure of the request. */
export function reserveError(failure: unknown): ReserveError {
  if (!(failure instanceof Problem)) return button(refusalWords.general);
  if (failure.status === 0) return button(refusalWords.offline);
  const codes = [failure.code, ...failure.errors.map((error) => error.code)];
  const coupon = codes.find((code) => code.startsWith("coupon_"));
  if (coupon) return button(refusalWords.coupon);
  const match = codes.map((code) => BY_CODE[code]).find((refusal) => refusal !== undefined);
  if (match) return { ...match, fields: [] };
  if (failure.status === 429) return button(refusalWords.tooMany);
  if (failure.status >= 500) return button(refusalWords.ourFault);
  const fields = contactFields(failure);
  if (fields.length > 0) return { mendAt: "contact", words: refusalWords.checkFields, fields };
  return button(refusalWords.general);
}

const button = (words: string): ReserveError => ({ mendAt: "button", words, fields: [] });

const contactFields = ({ errors }: Problem) =>
  errors
    .filter(({ field }) => field.startsWith("customerData."))
    .map(({ field, message }) => ({ field: field.slice("customerData.".length), message }));
