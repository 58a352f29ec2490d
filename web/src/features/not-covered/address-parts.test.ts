import { expect, test } from "vitest";
import { addressParts } from "./address-parts.ts";

const parts = (...geocoded: [string, string, string, string, string]) => {
  const [street_number, street_name, city, state, zip_code] = geocoded;
  return { street_number, street_name, city, state, zip_code, country: "USA" };
};

test.each([
  ["500 Main St, Dallas, TX 75202, USA", parts("500", "Main St", "Dallas", "TX", "75202")],
  ["500 Main St, Apt 4, Dallas, TX 75202-1100", parts("500", "Main St", "Dallas", "TX", "75202")],
  ["500 Main St,, Dallas, TX 75202,", parts("500", "Main St", "Dallas", "TX", "75202")],
  ["12B Oak Ln, Waco, TX", parts("12B", "Oak Ln", "Waco", "TX", "")],
  ["Rural Route, Waco", parts("", "Rural Route", "Waco", "", "")],
  ["500 Main St, TX 75202", parts("500", "Main St", "", "TX", "75202")],
])("the parts of %j are kept with the request", (address, expected) => {
  expect(addressParts(address)).toEqual(expected);
});
