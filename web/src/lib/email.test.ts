import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isWholeEmail, likelyEmail } from "#lib/email.ts";

type Case = { typed: string; whole: boolean };
const golden: { cases: Case[] } = JSON.parse(readFileSync("../contract/email-cases.json", "utf8"));

test.each(golden.cases)("the email $typed is read as on the server", ({ typed, whole }) => {
  expect(isWholeEmail(typed)).toBe(whole);
});

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["Ada@GMAIL.CMO", "Ada@gmail.com"],
  ["ada@yahooo.com", "ada@yahoo.com"],
  ["ada@hotmial.com", "ada@hotmail.com"],
  ["ada@sbcgloabl.net", "ada@sbcglobal.net"],
  ["ada@at.net", "ada@att.net"],
])("%s is probably %s", (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each(["ada@gmail.com", "ada@mail.com", "ada@ymail.com", "ada@example.org", "ada@gmial", ""])(
  "%s is left alone",
  (typed) => {
    expect(likelyEmail(typed)).toBeNull();
  },
);
