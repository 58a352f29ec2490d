import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatPhone, phoneKey, smsHref, telHref } from "#lib/phone.ts";
import { isWholePhone, takesTexts } from "#lib/phone-rules.ts";

type Case = { typed: string; shown: string; callable: boolean; texts: boolean; key: string };
const golden: { cases: Case[]; area_codes_without_texts: string[] } = JSON.parse(
  readFileSync("../contract/phone-cases.json", "utf8"),
);

test.each(golden.cases)("A11Y-01.2 the phone $typed is shown as $shown", (phone) => {
  expect(formatPhone(phone.typed).trim()).toBe(phone.shown);
  expect(isWholePhone(phone.typed)).toBe(phone.callable);
  expect(takesTexts(phone.typed)).toBe(phone.texts);
  expect(phoneKey(phone.typed)).toBe(phone.key);
});

test("CONTACT-01.2 the area codes that texts cannot reach are those of the server's plan", () => {
  const codes = Array.from({ length: 800 }, (_, at) => `${at + 200}`);
  const without = codes.filter(
    (code) => isWholePhone(`${code}3451234`) && !takesTexts(`${code}3451234`),
  );
  expect(without).toEqual(golden.area_codes_without_texts);
});

test("NAV-03.1 a number can be called and texted, with the country code that it has", () => {
  expect(telHref("(713) 555-0142")).toBe("tel:+17135550142");
  expect(telHref("+1 713 555 0142")).toBe("tel:+17135550142");
  expect(telHref("+44 20 7946 0958")).toBe("tel:+442079460958");
  expect(telHref("(713) 555-0142 x12")).toBe("tel:+17135550142;ext=12");
  expect(smsHref("(713) 555-0142 x12")).toBe("sms:+17135550142");
  expect(smsHref("(713) 555-0142")).toBe("sms:+17135550142");
});
