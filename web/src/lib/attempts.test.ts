import { expect, test } from "vitest";
import { attemptKey, forgetAttempt } from "#lib/attempts.ts";

test("the same request has the same key until it is answered", () => {
  const key = attemptKey("payment", { milestone: "acceptance", method: "bank" });

  expect(attemptKey("payment", { milestone: "acceptance", method: "bank" })).toBe(key);
  expect(key.length).toBeGreaterThanOrEqual(16);
  forgetAttempt("payment");
  expect(attemptKey("payment", { milestone: "acceptance", method: "bank" })).not.toBe(key);
});

test("another request, or another matter, has another key", () => {
  const key = attemptKey("payment", { method: "bank" });

  expect(attemptKey("cancel", { method: "bank" })).not.toBe(key);
  expect(attemptKey("payment", { method: "credit_card" })).not.toBe(key);
});
