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
  return null;
}

/** Validation message of the wizard, or null: an address needs 10 characters and a comma. */
export function wizardAddressProblem(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "") return m.coverage_check_empty();
  if (trimmed.length < MIN_ADDRESS_LENGTH || !trimmed.includes(","))
    return m.coverage_check_incomplete();
  return null;
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
