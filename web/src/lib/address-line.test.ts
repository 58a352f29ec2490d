import { expect, test } from "vitest";
import { addressLine, addressLineIn, beginsWithStreet } from "./address-line.ts";

const KATY = { "address-level2": "Katy", "address-level1": "TX", "postal-code": "77450" };

test.each([
  ["2114 Cinco Park Pl Dr", KATY, "2114 Cinco Park Pl Dr, Katy, TX 77450"],
  ["2114 Cinco Park Pl Dr\nApt 4", KATY, "2114 Cinco Park Pl Dr, Apt 4, Katy, TX 77450"],
  ["2114 Cinco Park Pl Dr,\r\n", KATY, "2114 Cinco Park Pl Dr, Katy, TX 77450"],
  ["12 Katy Fwy", KATY, "12 Katy Fwy, Katy, TX 77450"],
  ["2114 Cinco Park Pl Dr, Katy", KATY, "2114 Cinco Park Pl Dr, Katy, TX 77450"],
  ["2114 Cinco Park Pl Dr, Katy, TX 77450", KATY, "2114 Cinco Park Pl Dr, Katy, TX 77450"],
  ["1 Oak Ln", { "postal-code": "77450-1234" }, "1 Oak Ln, 77450-1234"],
  ["1 Oak Ln", {}, "1 Oak Ln"],
  ["", {}, ""],
])("%j and what else a browser fills in make one line", (street, parts, line) => {
  expect(addressLine(street, parts)).toBe(line);
});

test("a form sent without a script has the whole address in its query", () => {
  const query = "address=1+Oak+Ln&address-level2=Katy&address-level1=TX&postal-code=77450";
  expect(addressLineIn(new URLSearchParams(query))).toBe("1 Oak Ln, Katy, TX 77450");
  expect(addressLineIn(new URLSearchParams("address=1+Oak+Ln,+Katy"))).toBe("1 Oak Ln, Katy");
  expect(addressLineIn(new URLSearchParams(""))).toBe("");
});

test("a street has a number and a name", () => {
  expect(["2114 C", "12B Oak"].map(beginsWithStreet)).toEqual([true, true]);
  expect(["", "2114 ", "Katy", "Katy 77450"].map(beginsWithStreet)).toEqual(Array(4).fill(false));
});
