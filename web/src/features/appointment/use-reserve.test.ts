import { expect, test } from "vitest";
import { aProblem } from "#test-support.ts";
import { reserveError } from "./use-reserve.ts";

const refused = (status: number, code: string, ...fields: string[]) =>
  aProblem(code, status, {
    errors: fields.map((field) => ({ field, code: "invalid", message: `bad ${field}` })),
  });

test.each([
  [409, "day_full", "day"],
  [409, "already_reserved", "order"],
  [409, "too_many_holds", "button"],
  [422, "address_not_covered", "address"],
  [422, "day_not_offered", "day"],
  [429, "slow_down", "button"],
  [503, "unavailable", "button"],
  [400, "something_new", "button"],
])("WIZ-07.3 a refusal %i %s is mended at the %s, and says so in words", (status, code, place) => {
  const refusal = reserveError(refused(status, code));

  expect(refusal.mendAt).toBe(place);
  expect(refusal.words.length).toBeGreaterThan(20);
});

test.each([
  ["too_many_reservations", 2400, /^Too many reservations came from your network.* 40 minutes/],
  ["limit_reached", 61, /^Too many tries .* in 2 minutes/],
  ["limit_reached", 60, /in 1 minute,/],
  ["too_many_reservations", null, /in 60 minutes/],
])(
  "a refusal of the network, %s, says how long it lasts and of no held dates",
  (code, after, words) => {
    const { words: said } = reserveError(aProblem(code, 429, { retryAfter: after }));

    expect(said).toMatch(words);
    expect(said).not.toMatch(/holding|a minute/);
  },
);

test("a code among the fields counts as well", () => {
  const failure = refused(422, "invalid", "wizardData.location");
  failure.errors[0] = { field: "wizardData.location", code: "address_not_covered", message: "" };

  expect(reserveError(failure).mendAt).toBe("address");
});

test("refused contact fields are shown beside them", () => {
  const refusal = reserveError(refused(422, "invalid", "customerData.email", "wizardData.x"));

  expect(refusal).toMatchObject({
    mendAt: "contact",
    fields: [{ field: "email", message: "bad customerData.email" }],
  });
});

test.each([
  [0, "offline"],
  [502, "unknown"],
])("after %i %s: try again, nothing is lost", (status, code) => {
  expect(reserveError(refused(status, code)).words).toContain("try again");
});
