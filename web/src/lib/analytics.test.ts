import { afterEach, expect, test, vi } from "vitest";
import { track } from "#lib/analytics.ts";

afterEach(() => vi.unstubAllGlobals());

test("EVT-01.1 an event goes to the tracker that is there, unless the visitor objects", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);

  track("distance_band_selected", { band: "close" });
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  track("distance_band_selected");

  expect(gtag).toHaveBeenCalledExactlyOnceWith("event", "distance_band_selected", {
    band: "close",
  });
});

test("EVT-01.1 without a tracker nothing happens", () => {
  expect(() => track("distance_band_selected")).not.toThrow();
});
