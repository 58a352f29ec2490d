import { beforeEach, expect, test, vi } from "vitest";
import type { Problem } from "#api/client.ts";
import { aProblem } from "#test-support.ts";
import { withRetry } from "./send-file.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function aCall(...failures: Problem[]) {
  const waits: boolean[] = [];
  const controller = new AbortController();
  let calls = 0;
  const attempt = async () => {
    const failure = failures[Math.min(calls, failures.length - 1)];
    calls += 1;
    if (calls <= failures.length && failure) throw failure;
    return "there";
  };
  const onWait = (isWaiting: boolean) => waits.push(isWaiting);
  const done = withRetry(attempt, { signal: controller.signal, onWait });
  done.catch(() => {});
  return { done, waits, controller, calls: () => calls };
}

test("a broken call is made again, each time a little later", async () => {
  const { done, waits, calls } = aCall(aProblem("offline", 0), aProblem("timeout", 0));

  await vi.advanceTimersByTimeAsync(999);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(1 + 2000);

  expect(await done).toBe("there");
  expect(waits).toEqual([true, true, false]);
});

test("the server's own wait is kept", async () => {
  const { calls } = aCall(aProblem("busy", 503, { retryAfter: 7 }));

  await vi.advanceTimersByTimeAsync(6999);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls()).toBe(2);
});

test("the connection's return ends the wait at once", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { done, calls } = aCall(aProblem("offline", 0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls()).toBe(1);

  dispatchEvent(new Event("online"));

  expect(await done).toBe("there");
});

test("patience ends after nine tries and two minutes at most", async () => {
  const { done, calls } = aCall(...Array.from({ length: 20 }, () => aProblem("offline", 0)));

  await vi.advanceTimersByTimeAsync(120_000);

  await expect(done).rejects.toMatchObject({ code: "offline" });
  expect(calls()).toBe(9);
});

test.each([
  ["a refusal", aProblem("photo_type_refused", 422)],
  ["a wait of an hour", aProblem("too_often", 429, { retryAfter: 3600 })],
])("no second try after %s", async (_, refusal) => {
  const { done, calls, waits } = aCall(refusal);

  await expect(done).rejects.toBe(refusal);
  expect(calls()).toBe(1);
  expect(waits).toEqual([]);
});

test("nobody waits any more: it ends at once", async () => {
  const { done, controller, calls } = aCall(aProblem("offline", 0), aProblem("offline", 0));
  await vi.advanceTimersByTimeAsync(0);

  controller.abort();

  await expect(done).rejects.toMatchObject({ code: "offline" });
  expect(calls()).toBe(1);
});
