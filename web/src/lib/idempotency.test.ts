import { expect, test } from "vitest";
import { idempotencyKey } from "#lib/idempotency.ts";

test("another request, or another matter, has another key", () => {
  const key = idempotencyKey("payment", { method: "bank" });

  expect(idempotencyKey("cancel", { method: "bank" })).not.toBe(key);
  expect(idempotencyKey("payment", { method: "credit_card" })).not.toBe(key);
});
