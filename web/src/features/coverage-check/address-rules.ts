/**
 * Which addresses are complete enough to check, on the home page (ADDR-02.1) and in the wizard
 * (ADDR-02.2).
 */
import { m } from "#paraglide/messages.js";

const MIN_ADDRESS_LENGTH = 10;
const MIN_COMMA_PARTS = 2;

const commaParts = (address: string) =>
  address.split(",").filter((part) => part.trim() !== "").length;

/** Validation message of the home page, or null when the address can be checked. */
export function homeAddressProblem(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "") return m.coverage_check_empty();
  if (trimmed.length < MIN_ADDRESS_LENGTH || commaParts(trimmed) < MIN_COMMA_PARTS) {
    return m.coverage_check_incomplete();
  }
  return streetProblem(trimmed);
}

/** Validation message of the wizard, or null: an address needs 10 characters and a comma. */
export function wizardAddressProblem(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "") return m.coverage_check_empty();
  if (trimmed.length < MIN_ADDRESS_LENGTH || !trimmed.includes(","))
    return m.coverage_check_incomplete();
  return streetProblem(trimmed);
}

/** Asks for the home's street where a crew could not find it; null where it could. */
export function streetProblem(address: string): string | null {
  const lacks = streetLacks(address);
  if (lacks === "po_box") return m.coverage_check_po_box();
  return lacks && m.coverage_check_no_number();
}

const BOX = String.raw`(?:box|bx|drawer)\b`;
const PO_BOX = new RegExp(
  String.raw`(?:^|[^a-z0-9])(?:p\.? ?o\.?|post(?:al)? ?office) ?${BOX}|^(?:${BOX}|apartado\b)[^a-z]*[0-9]`,
);
// A number as houses have them, after a unit or not, and the beginning of a street's name.
const HOUSE = new RegExp(
  String.raw`^(?:(?:apt|apartment|unit|ste|suite|bldg|building|lot|#)\.? ?#?[0-9a-z-]+ )?` +
    String.raw`(?:[0-9]+[a-z]?(?:[-/][0-9]+[a-z]?)?(?: ?[0-9]\u2044[0-9]| [0-9]/[0-9])?` +
    "|one|two|three|four|five|six|seven|eight|nine|ten)" +
    String.raw` (?!(?:tx|texas|usa?)\b|p\.? ?o\.? ?box)(?:[0-9]{1,2} )?[0-9]*[^0-9 ]`,
);
const COORDINATES = /^[+-]?\d{1,2}(?:\.\d{1,15})? ?, ?[+-]?\d{1,3}(?:\.\d{1,15})?$/;

/** Why a crew cannot find a home by this address; the server asks alike (rules/addresses.py). */
export function streetLacks(address: string): "po_box" | "no_number" | null {
  const text = address.normalize("NFKC").toLowerCase().trim();
  if (COORDINATES.test(text)) return null;
  const plain = text.replaceAll(/\s+/g, " ").replace(/^(\d+[a-z]?) ?, ?(?=[a-z])/, "$1 ");
  const parts = plain.split(",").map((part) => part.trim());
  if (parts.some((part) => HOUSE.test(part))) return null;
  return parts.some((part) => PO_BOX.test(part)) ? "po_box" : "no_number";
}

/**
 * The ZIP code at the end of an address: 5 digits, with an optional 4-digit extension; null without
 * one.
 */
export function zipCodeIn(address: string): string | null {
  const matches = [...address.matchAll(/(?:^|[^\d])(\d{5})(?:-\d{4})?(?!\d|-\d)/g)];
  const last = matches.at(-1);
  const startsTheAddress = last?.index === 0 && address.length > 10;
  return last?.[1] && !startsTheAddress ? last[1] : null;
}
