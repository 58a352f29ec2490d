import { expect, test } from "vitest";
import type { SignedIn } from "#api/staff-session.ts";
import { signInStep } from "./sign-in-step.ts";

const PHONE = [{ id: "f", name: "phone" }];

const signedIn = (now: Partial<SignedIn>) =>
  signInStep({
    is: "in",
    news: null,
    link: null,
    userId: "u",
    email: "jo@example.org",
    level: "aal1",
    factors: [],
    duties: [],
    renewedAt: 0,
    ...now,
  });

test.each<[string, Partial<SignedIn>, string]>([
  ["a password alone, with a factor", { factors: PHONE }, "code"],
  ["a mailed link, with a factor", { factors: PHONE, duties: ["choosePassword"] }, "code"],
  [
    "and the factor shown",
    { factors: PHONE, duties: ["choosePassword"], level: "aal2" },
    "password",
  ],
  ["an invitation", { duties: ["choosePassword"] }, "password"],
  ["and the password chosen", {}, "enrol"],
  ["the first factor confirmed", { factors: PHONE, level: "aal2", duties: ["keepCodes"] }, "codes"],
  ["all done", { factors: PHONE, level: "aal2" }, "inside"],
])("after %s", (_, now, step) => {
  expect(signedIn(now)).toBe(step);
});

test("nobody is at the entrance", () => {
  expect(signInStep({ is: "out", why: null, news: null, link: null })).toBe("entrance");
  expect(signInStep({ is: "opening", news: null, link: null })).toBe("opening");
});
