/** Parts of an address: number and street, city, state and ZIP code. */
export type AddressParts = {
  street_number: string;
  street_name: string;
  city: string;
  state: string;
  zip_code: string;
  country: string;
};

const UNIT = /^(?:apt|apartment|unit|ste|suite|#)/i;
const COUNTRY = /^(?:usa|us|united states)$/i;
const STATE_AND_ZIP = /^([A-Za-z]{2}|Texas)?\s*(\d{5}(?:-\d{4})?)?$/i;

export function addressParts(address: string): AddressParts {
  const written = address
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !COUNTRY.test(part));
  const [street = "", ...rest] = written.filter((part) => !UNIT.test(part));
  const [, number = "", name = street] = /^(\d+\S*)\s+(.+)$/.exec(street) ?? [];
  const [, state = "", zip = ""] = STATE_AND_ZIP.exec(rest.at(-1) ?? "") ?? [];
  const city = rest.length > 1 || (state === "" && zip === "") ? (rest[0] ?? "") : "";
  return {
    street_number: number,
    street_name: name,
    city,
    state: state.toUpperCase(),
    zip_code: zip.slice(0, 5),
    country: "USA",
  };
}
