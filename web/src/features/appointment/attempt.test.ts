import { beforeEach, expect, test } from "vitest";
import { attemptFor, clearAttempt } from "./attempt.ts";

beforeEach(() => sessionStorage.clear());

let keyCount = 0;
const newKey = () => {
  keyCount += 1;
  return `key-${keyCount}-0123456789`;
};
const request = (date: string, updated_at = "10:00") => ({
  customerData: { name: "Ada" },
  wizardData: { wizard: { updated_at }, scheduling: { selected_date: date } },
});

test("BOOK-03.2 the same answers carry the same key until answered", () => {
  const first = attemptFor(request("2025-12-08"), newKey);
  expect(sessionStorage.getItem("reserveAttempt")).toContain(first.key);
  const again = attemptFor(request("2025-12-08", "10:05"), newKey);
  expect(again).toEqual({ ...first, body: request("2025-12-08", "10:00") });

  const other = attemptFor(request("2025-12-09"), newKey);
  expect(other.key).not.toBe(first.key);
  clearAttempt();
  expect(attemptFor(request("2025-12-09"), newKey).key).not.toBe(other.key);
});

test("a reminder asked for between two tries makes no other attempt", () => {
  const wanting = (recovery_consent: boolean) => ({ customer: { recovery_consent } });
  const first = attemptFor(wanting(false), newKey);

  expect(attemptFor(wanting(true), newKey).key).toBe(first.key);
});
