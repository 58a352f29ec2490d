import { beforeEach, expect, test } from "vitest";
import { sendOnce } from "#api/idempotency.ts";
import { aProblem } from "#test-support.ts";

const ignored = new Set(["updated_at", "recovery_consent"]);
const LOST = new Error("no response");
const request = (date: string, more: object = {}) => ({ scheduling: { date }, ...more });

beforeEach(() => sessionStorage.clear());

async function sentFor(body: object, { outcome = LOST as unknown, operation = "reserve" } = {}) {
  let sent: { key: string; body: object } | undefined;
  const sending = sendOnce(
    operation,
    body,
    async ({ header }, body) => {
      sent = { key: header["Idempotency-Key"], body };
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    ignored,
  );
  await sending.catch(() => undefined);
  return sent;
}

test.each([
  ["a lost response", true, LOST],
  ["a fault of the server", true, aProblem("unexpected", 500)],
  ["a rate limit", true, aProblem("too_many_calls", 429)],
  ["a success", false, "paid"],
  ["a domain error", false, aProblem("refused", 409)],
])("after %s the same request has the same key: %s", async (_, isSame, outcome) => {
  const first = await sentFor(request("2025-12-08"), { outcome });

  const second = await sentFor(request("2025-12-08"));

  expect(second?.key === first?.key).toBe(isSame);
});

test("BOOK-03.2 the same answers, saved again meanwhile, are sent as they were at first", async () => {
  const first = await sentFor(request("2025-12-08", { updated_at: "10:00" }));

  const later = { updated_at: "10:05", recovery_consent: true };
  expect(await sentFor(request("2025-12-08", later))).toEqual(first);
});

test("another request, or another operation, has another key", async () => {
  const first = await sentFor(request("2025-12-08"));

  const other = await sentFor(request("2025-12-08"), { operation: "cancel" });
  expect(other?.key).not.toBe(first?.key);
  expect((await sentFor(request("2025-12-09")))?.key).not.toBe(first?.key);
});
