import { expect, test } from "vitest";
import { contactErrors, isContactMissing } from "./contact-rules.ts";

const ADA = { name: "Ada Lovelace", phone: "(713) 555-0101", email: "ada@example.org" };

test("a full contact has no errors", () => {
  expect(contactErrors(ADA)).toEqual({});
  expect(isContactMissing(ADA)).toBe(false);
});

test.each(["name", "phone", "email"] as const)("the contact needs the %s", (field) => {
  const contact = { ...ADA, [field]: "  " };

  expect(isContactMissing(contact)).toBe(true);
  expect(Object.keys(contactErrors(contact))).toEqual([field]);
});

test("WIZ-08.6 the email must contain '@'", () => {
  expect(contactErrors({ ...ADA, email: "ada.example.org" }).email).toBe(
    "Please enter an email address with an @",
  );
  expect(contactErrors({ ...ADA, email: "a@b" })).toEqual({});
});

test.each([
  ["713 555 0101", undefined],
  ["+1 713.555.0101", undefined],
  ["(713) 555-010", "Please enter a phone number with 10 digits"],
  ["555-0101", "Please enter a phone number with 10 digits"],
])("a phone has ten digits, however they are written: %s", (phone, problem) => {
  expect(contactErrors({ ...ADA, phone }).phone).toBe(problem);
});
