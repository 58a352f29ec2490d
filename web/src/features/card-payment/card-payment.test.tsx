import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aProblem } from "#test-support.ts";
import { FeeTerms, HoldCountdown, paymentError, timeLeft } from "./card-payment.tsx";

const CHOOSE = <a href="/installation-date">Choose another day</a>;

afterEach(() => vi.useRealTimers());

test.each([
  ["cards_down", 503, "again"],
  ["offline", 0, "again"],
  ["too_often", 429, "again"],
  ["hold_expired", 409, "day"],
  ["already_paid", 409, "confirm"],
  ["nothing_due", 409, "confirm"],
])("%s is mended by: %3$s", (code, status, wayOn) => {
  expect(paymentError(aProblem(code, status)).wayOn).toBe(wayOn);
});

test.each([
  ["2026-03-05T21:35:00Z", "35:00"],
  ["2026-03-05T21:00:09Z", "0:09"],
  ["2026-03-05T22:01:05Z", "61:05"],
  ["2026-03-05T21:00:00Z", null],
  ["2026-03-05T20:00:00Z", null],
])("at 21:00:00 a hold until %s has %s left", (until, left) => {
  expect(timeLeft(until, Date.parse("2026-03-05T21:00:00Z"))).toBe(left);
});

test("the hold is counted down, and its end is told", () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-05T21:00:00Z") });
  render(<HoldCountdown until="2026-03-05T21:01:00Z" chooseAgain={CHOOSE} />);
  expect(screen.getByText("until 3:01 PM")).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toBe("1:00");

  act(() => vi.advanceTimersByTime(5000));
  expect(screen.getByRole("timer").textContent).toBe("0:55");
  act(() => vi.advanceTimersByTime(55_000));

  expect(screen.getByText("Your hold has ended.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose another day" })).toBeTruthy();
});

test("FIN-01.2 the fee is said to be credited 100% within 30 days, with its refund rules", () => {
  render(<FeeTerms cents={100_00} />);

  const text = screen.getByRole("list").textContent ?? "";
  expect(screen.getByRole("heading", { name: "What your $100 covers" })).toBeTruthy();
  expect(text).toMatch(/100% of it is credited to your project if you go ahead within 30 days/);
  expect(text).toMatch(/permit or the HOA approval is denied/);
  expect(text).toMatch(/more than 15% higher and you do not approve it/);
  expect(text).toMatch(/no-show or a cancellation less than 24 hours ahead/);
});
