import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatPhone, isWholePhone, smsHref, telHref } from "#lib/phone.ts";

type Case = { typed: string; shown: string; callable: boolean };
const golden: { cases: Case[] } = JSON.parse(readFileSync("../contract/phone-cases.json", "utf8"));

test.each(golden.cases)("A11Y-01.2 the phone $typed is shown as $shown", (phone) => {
  expect(formatPhone(phone.typed).trim()).toBe(phone.shown);
  expect(isWholePhone(phone.typed)).toBe(phone.callable);
});

test("NAV-03.1 a number can be called and texted, with the country code that it has", () => {
  expect(telHref("(713) 555-0142")).toBe("tel:+17135550142");
  expect(telHref("+1 713 555 0142")).toBe("tel:+17135550142");
  expect(telHref("+44 20 7946 0958")).toBe("tel:+442079460958");
  expect(smsHref("(713) 555-0142")).toBe("sms:+17135550142");
});
