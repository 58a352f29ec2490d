/** What counts as a complete address, on the home page and in the wizard (spec §5). */
import { copy } from "./copy.ts";

const MIN_ADDRESS_LENGTH = 10;
const MIN_COMMA_PARTS = 2;

const commaParts = (address: string) =>
  address.split(",").filter((part) => part.trim() !== "").length;

/** The home page's complaint about an address, or null when it can be checked. */
export function homeAddressProblem(address: string): string | null {
  const typed = address.trim();
  if (typed === "") return copy.empty;
  if (typed.length < MIN_ADDRESS_LENGTH || commaParts(typed) < MIN_COMMA_PARTS) {
    return copy.incomplete;
  }
  return null;
}

/** The wizard's complaint: an address has at least 10 characters and a comma. */
export function wizardAddressProblem(address: string): string | null {
  const typed = address.trim();
  if (typed === "") return copy.empty;
  if (typed.length < MIN_ADDRESS_LENGTH || !typed.includes(",")) return copy.incomplete;
  return null;
}

/** The ZIP code that ends an address: 5 digits with an optional 4-digit extension. */
export function zipCodeIn(address: string): string | null {
  const found = [...address.matchAll(/(?:^|[^\d])(\d{5})(?:-\d{4})?(?!\d|-\d)/g)];
  const last = found.at(-1);
  const startsTheAddress = last?.index === 0 && address.length > 10;
  return last?.[1] && !startsTheAddress ? last[1] : null;
}
