import { afterEach, expect, test, vi } from "vitest";
import { trackReservation } from "#lib/conversions.ts";

afterEach(() => {
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("VPS-01.6 EVT-02.2 an ads tag and a confirmed reservation are counted once", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  document.head.innerHTML = '<script data-ids="G-TEST1234,AW-TEST5678"></script>';

  trackReservation("order-1");
  trackReservation("order-1");
  trackReservation("order-2");

  expect(gtag.mock.calls.map(([, name, more]) => [name, more?.transaction_id])).toEqual([
    ["AW-TEST5678", undefined],
    ["reservation_confirmed", "order-1"],
    ["AW-TEST5678", undefined],
    ["reservation_confirmed", "order-2"],
  ]);
});

test("without a tracker nothing is noted, so that a later yes can still count it", () => {
  vi.stubGlobal("gtag", undefined);

  trackReservation("order-1");

  expect(localStorage.getItem("counted-orders")).toBeNull();
});
