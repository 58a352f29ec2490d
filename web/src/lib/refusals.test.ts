import { expect, test } from "vitest";
import { Problem } from "#lib/api/client.ts";
import { codeOf, refusalWords } from "#lib/refusals.ts";

const WORDS = { day_full: "That day filled up.", general: "It did not work." };
const problem = (code: string, status: number) =>
  new Problem({ code, status, detail: "the server's own words", errors: [], retryAfter: null });

test.each([
  ["day_full", 409, "That day filled up."],
  ["never_heard_of", 409, "It did not work."],
  ["offline", 0, /could not reach the server/],
  ["too_often", 429, /Too many tries/],
  ["unexpected", 500, /on our side/],
])("%s (%i) is told in our own words", (code, status, words) => {
  expect(refusalWords(problem(code, status), WORDS)).toMatch(words);
});

test("what is no refusal has no code and the general words", () => {
  expect(refusalWords(new TypeError("x"), WORDS)).toBe("It did not work.");
  expect(codeOf(new TypeError("x"))).toBe("");
  expect(codeOf(problem("day_full", 409))).toBe("day_full");
});
