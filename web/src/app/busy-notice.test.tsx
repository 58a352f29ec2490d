import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { queryClient } from "#api/query-client.ts";
import { m } from "#paraglide/messages.js";
import { aProblem } from "#test-support.ts";
import { BusyNotice } from "./busy-notice.tsx";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const BUSY = aProblem("busy", 503, { retryAfter: 5, isRepeatable: true });

type Sent = { key: string; atS: number };
type Pay = () => Promise<unknown>;

function Payer({ pay }: { pay: Pay }) {
  const { mutate, data, error } = useMutation({ mutationFn: pay });
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Pay
      </button>
      <output>{error instanceof Problem ? error.code : String(data ?? "")}</output>
    </>
  );
}

/** Presses once; each call is answered by the next of the answers, and later ones by the last. */
function press(...answers: unknown[]) {
  const sent: Sent[] = [];
  const began = Date.now();
  const pay: Pay = () =>
    sendOnce("payment", { milestone: 1 }, async ({ header }) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ key: header["Idempotency-Key"], atS: (Date.now() - began) / 1000 });
      if (answer instanceof Error) throw answer;
      return answer;
    });
  render(
    <QueryClientProvider client={queryClient}>
      <Payer pay={pay} />
      <BusyNotice />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button"));
  return sent;
}

const busyNotice = () => screen.queryByText(m.busy_sent_again());
const outcome = () => document.querySelector("output")?.textContent;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test("RUN-08.10 a call that meets a busy server is sent again with its key, and that is said", async () => {
  const sent = press(BUSY, BUSY, BUSY, "paid");

  await pass(1);
  expect(busyNotice()).not.toBeNull();
  await pass(40);

  expect(outcome()).toBe("paid");
  expect(sent.map(({ atS }) => Math.round(atS))).toEqual([0, 5, 10, 18]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(busyNotice()).toBeNull();
});

test("it is sent for half a minute, then the person is told", async () => {
  const sent = press(BUSY);

  await pass(60);

  expect(outcome()).toBe("busy");
  expect(sent).toHaveLength(5);
  expect(sent.at(-1)?.atS).toBeGreaterThanOrEqual(30);
});

test.each([
  ["what might take effect twice", aProblem("busy", 503, { retryAfter: 5 })],
  ["a refusal", aProblem("day_full", 409, { isRepeatable: true })],
  ["a provider that is down", aProblem("cards_down", 503, { retryAfter: 5, isRepeatable: true })],
  ["a wait of an hour", aProblem("busy", 503, { retryAfter: 3600, isRepeatable: true })],
])("%s is told at once", async (_, failure) => {
  const sent = press(failure);

  await pass(60);

  expect(outcome()).toBe(failure.code);
  expect(sent).toHaveLength(1);
});
