import { describe, expect, test } from "vitest";
import { homeAddressProblem, wizardAddressProblem, zipCodeIn } from "./address-rules.ts";

describe("the home page's address", () => {
  test.each(["", "   "])("empty (%j) asks for the address", (typed) => {
    expect(homeAddressProblem(typed)).toBe("Please enter your address");
  });

  test.each(["1 A, TX", "12 Oak Lane Houston", "12 Oak Lane Houston,", "1234567890"])(
    "%j is not complete: under 10 characters or fewer than 2 comma parts",
    (typed) => {
      expect(homeAddressProblem(typed)).toBe("Please select a complete address from the dropdown");
    },
  );

  test.each(["12 Oak, TX", "12 Oak Ln, Houston", "9 Grogans Mill Rd, The Woodlands, TX 77380"])(
    "%j can be checked",
    (typed) => {
      expect(homeAddressProblem(typed)).toBeNull();
    },
  );
});

describe("the wizard's address", () => {
  test("10 characters and a comma are enough", () => {
    expect(wizardAddressProblem("12 Oak, TX")).toBeNull();
    expect(wizardAddressProblem("12 Oak Lane,")).toBeNull();
  });

  test.each(["12 Oak,TX", "12 Oak Lane Houston TX"])("%j is not complete", (typed) => {
    expect(wizardAddressProblem(typed)).toBe("Please select a complete address from the dropdown");
  });

  test("empty asks for the address", () => {
    expect(wizardAddressProblem(" ")).toBe("Please enter your address");
  });
});

describe("the ZIP code in an address", () => {
  test.each([
    ["9 Grogans Mill Rd, The Woodlands, TX 77380, USA", "77380"],
    ["9 Grogans Mill Rd, The Woodlands, TX 77380-1234", "77380"],
    ["14200 Cypress N Houston Rd, Cypress, TX 77429", "77429"],
    ["77429", "77429"],
    ["14200 Cypress N Houston Rd, Cypress, TX", null],
    ["12 Oak Ln, Houston, TX 774291", null],
    ["12 Oak Ln, Houston, TX", null],
  ])("ADDR-04.3 %j has %j", (address, zipCode) => {
    expect(zipCodeIn(address)).toBe(zipCode);
  });
});
