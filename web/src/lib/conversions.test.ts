import { afterEach, expect, test, vi } from "vitest";
import { trackReservation } from "#lib/conversions.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("EVT-02.2 a confirmed reservation is counted once, also after a reload", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);

  trackReservation("order-1");
  trackReservation("order-1");
  trackReservation("order-2");

  expect(gtag.mock.calls.map(([, name, { transaction_id: id }]) => [name, id])).toEqual([
    ["reservation_confirmed", "order-1"],
    ["reservation_confirmed", "order-2"],
  ]);
});

test("without a tracker nothing is noted, so that a later yes can still count it", () => {
  vi.stubGlobal("gtag", undefined);

  trackReservation("order-1");

  expect(localStorage.getItem("counted-orders")).toBeNull();
});
