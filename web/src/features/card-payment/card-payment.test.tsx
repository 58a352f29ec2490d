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

test("FEE-01.2 the hold is stated quietly, counted down in its last minutes, and its end is told", () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-05T21:00:00Z") });
  render(<HoldCountdown until="2026-03-05T21:06:00Z" chooseAgain={CHOOSE} />);
  expect(screen.getByText("Held until 3:06 PM")).toBeTruthy();
  expect(screen.queryByRole("timer")).toBeNull();

  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByRole("timer").textContent).toBe("5:00");
  act(() => vi.advanceTimersByTime(300_000));

  expect(screen.getByText("Your hold has ended.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose another day" })).toBeTruthy();
});

const feeRows = (refundable = false) => {
  vi.useFakeTimers({ now: Date.parse("2026-11-24T15:00:00Z") });
  const appointment = { day: "2026-12-07", start_at: "2026-12-07T14:30:00Z" };
  const scheduling_fee = { amount_cents: 100_00, status: "due", refundable } as const;
  render(
    <FeeTerms order={{ appointment, scheduling_fee } as Parameters<typeof FeeTerms>[0]["order"]} />,
  );
  return screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
};

test("FEE-01.2 FIN-01.2 a dated table says what happens to the fee", () => {
  const rows = feeRows();

  expect(screen.getByRole("heading", { name: "What happens to your $100" })).toBeTruthy();
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatch(/go ahead.*by Thu, Dec 24, or within 30 days.*\$100 off your bill/);
  expect(rows[1]).toMatch(
    /HOA approval is denied.*more than 15% before it is locked and you say no.*\$100 back/,
  );
  expect(rows[2]).toMatch(
    /cancel by Sun, Dec 6, 8:30 AM.*24 hours.*credit for 30 days.*Thu, Dec 24/,
  );
  expect(rows[3]).toMatch(/cancel later, or nobody is home.*We keep it/);
  expect(screen.getByText("Rescheduling is free until Sat, Dec 5, 8:30 AM.")).toBeTruthy();
});

test("FEE-01.2 a refundable fee comes back whenever they cancel", () => {
  expect(feeRows(true).at(-1)).toBe("You cancel$100 back");
});
