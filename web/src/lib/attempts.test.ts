import { expect, test } from "vitest";
import { attemptKey } from "#lib/attempts.ts";

test("another request, or another matter, has another key", () => {
  const key = attemptKey("payment", { method: "bank" });

  expect(attemptKey("cancel", { method: "bank" })).not.toBe(key);
  expect(attemptKey("payment", { method: "credit_card" })).not.toBe(key);
});
