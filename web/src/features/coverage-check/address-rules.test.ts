import { describe, expect, test } from "vitest";
import { homeAddressProblem, wizardAddressProblem, zipCodeIn } from "./address-rules.ts";

const EMPTY = "Please enter your address";
const INCOMPLETE = "Please select a complete address from the dropdown";

test.each([
  ["", EMPTY, EMPTY],
  ["   ", EMPTY, EMPTY],
  ["1 A, TX", INCOMPLETE, INCOMPLETE],
  ["12 Oak,TX", INCOMPLETE, INCOMPLETE],
  ["1234567890", INCOMPLETE, INCOMPLETE],
  ["12 Oak Lane Houston TX", INCOMPLETE, INCOMPLETE],
  ["12 Oak Lane Houston,", INCOMPLETE, null],
  ["12 Oak, TX", null, null],
  ["12 Oak Ln, Houston", null, null],
  ["9 Grogans Mill Rd, The Woodlands, TX 77380", null, null],
])("of %j the home page says %j, the wizard %j", (address, home, wizard) => {
  expect(homeAddressProblem(address)).toBe(home);
  expect(wizardAddressProblem(address)).toBe(wizard);
});

describe("the ZIP code in an address", () => {
  test.each([
    ["9 Grogans Mill Rd, The Woodlands, TX 77380, USA", "77380"],
    ["9 Grogans Mill Rd, The Woodlands, TX 77380-1234", "77380"],
    ["14200 Cypress N Houston Rd, Cypress, TX 77429", "77429"],
    ["77429", "77429"],
    ["77429-1234", "77429"],
    ["14200 Cypress N Houston Rd, Cypress, TX", null],
    ["12 Oak Ln, Houston, TX 774291", null],
    ["12 Oak Ln, Houston, TX", null],
  ])("ADDR-04.3 %j has %j", (address, zipCode) => {
    expect(zipCodeIn(address)).toBe(zipCode);
  });
});
