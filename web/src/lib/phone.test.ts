import { expect, test } from "vitest";
import { formatPhone, smsHref, telHref } from "#lib/phone.ts";

test.each([
  ["7135550142", "(713) 555-0142"],
  ["713-555-0142", "(713) 555-0142"],
  ["(713) 555-0142", "(713) 555-0142"],
  ["713 555", "713 555"],
  ["+1 713 555 0142", "+1 713 555 0142"],
  ["", ""],
])("the phone %s is shown as %s", (input, shown) => {
  expect(formatPhone(input)).toBe(shown);
});

test("NAV-03.1 a number can be called and texted", () => {
  expect(telHref("(713) 555-0142")).toBe("tel:+17135550142");
  expect(smsHref("(713) 555-0142")).toBe("sms:+17135550142");
});
