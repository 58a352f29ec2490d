import { expect, test } from "vitest";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { aProblem } from "#test-support.ts";

const WORDS = { day_full: "That day filled up.", general: "It did not work." };

test.each([
  ["day_full", 409, "That day filled up."],
  ["never_heard_of", 409, "It did not work."],
  ["offline", 0, /couldn’t reach the server/],
  ["too_often", 429, /Too many attempts/],
  ["busy", 503, /very busy/],
  ["unexpected", 500, /on our side/],
])("%s (%i) is told in our own words", (code, status, words) => {
  expect(errorMessage(aProblem(code, status, { detail: "the server's own words" }), WORDS)).toMatch(
    words,
  );
});

test("what is no refusal has no code and the general words", () => {
  expect(errorMessage(new TypeError("x"), WORDS)).toBe("It did not work.");
  expect(errorCode(new TypeError("x"))).toBe("");
  expect(errorCode(aProblem("day_full", 409))).toBe("day_full");
});
