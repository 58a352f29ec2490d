import { beforeEach, expect, test } from "vitest";
import { attemptFor, forgetAttempt } from "./attempt.ts";

beforeEach(() => sessionStorage.clear());

let made = 0;
const newKey = () => {
  made += 1;
  return `key-${made}-0123456789`;
};
const request = (date: string, updated_at = "10:00") => ({
  customerData: { name: "Ada" },
  wizardData: { wizard: { updated_at }, scheduling: { selected_date: date } },
});

test("BOOK-03.2 the same answers sent again carry the same key and the same body", () => {
  const first = attemptFor(request("2025-12-08"), newKey);
  const again = attemptFor(request("2025-12-08", "10:05"), newKey);

  expect(again.key).toBe(first.key);
  expect(again.body).toEqual(request("2025-12-08", "10:00"));
});

test("a reminder asked for between two tries makes no other attempt", () => {
  const wanting = (recovery_consent: boolean) => ({ customer: { recovery_consent } });
  const first = attemptFor(wanting(false), newKey);

  expect(attemptFor(wanting(true), newKey).key).toBe(first.key);
});

test("other answers are another attempt", () => {
  const first = attemptFor(request("2025-12-08"), newKey);

  expect(attemptFor(request("2025-12-09"), newKey).key).not.toBe(first.key);
});

test("a key survives a reload: it is kept in session storage", () => {
  const { key } = attemptFor(request("2025-12-08"), newKey);

  expect(sessionStorage.getItem("reserveAttempt")).toContain(key);
});

test("once answered, the same answers are a new attempt", () => {
  const first = attemptFor(request("2025-12-08"), newKey);
  forgetAttempt();

  expect(attemptFor(request("2025-12-08"), newKey).key).not.toBe(first.key);
});
