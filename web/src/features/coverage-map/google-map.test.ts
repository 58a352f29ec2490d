import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";

const FAILED = "Failed to load Google Maps API - check console for specific error code";

const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>("script")];
const requested = vi.fn<(address: URL) => void>();

beforeEach(async () => {
  vi.resetModules();
  script = await import("./google-map.ts");
  vi.useFakeTimers();
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    requested(new URL((script as HTMLScriptElement).src));
    answer(script as HTMLScriptElement);
  });
});

afterEach(() => {
  vi.useRealTimers();
  requested.mockReset();
});

let script: typeof import("./google-map.ts");
let warn: MockInstance;
let answer: (script: HTMLScriptElement) => void;
const fails = (script: HTMLScriptElement) => script.onerror?.("no network");
const MAPS = { Map: class {} };
const arrives = () => {
  vi.stubGlobal("google", { maps: MAPS });
  (globalThis as unknown as { onCoverageMapsReady: () => void }).onCoverageMapsReady();
};

const load = () => script.loadGoogleMaps("the-key");

test("Google's script comes once, with its geometry and places libraries", async () => {
  answer = arrives;

  expect(await Promise.all([load(), load()])).toEqual([MAPS, MAPS]);

  const address = requested.mock.calls[0]?.[0];
  expect(address?.host).toBe("maps.googleapis.com");
  expect(address?.searchParams.get("key")).toBe("the-key");
  expect(address?.searchParams.get("libraries")).toBe("geometry,places");
  expect(requested).toHaveBeenCalledOnce();
});

test("ERR-01.4 three more tries, each after a longer wait, then it is logged", async () => {
  answer = fails;
  const failure = load().catch((reason: Error) => reason);
  const triesAfter: number[] = [];

  for (const wait of [0, 999, 1, 1999, 1, 3999, 1]) {
    await vi.advanceTimersByTimeAsync(wait);
    triesAfter.push(requested.mock.calls.length);
  }

  expect(triesAfter).toEqual([1, 1, 2, 2, 3, 3, 4]);
  expect(await failure).toBeInstanceOf(Error);
  expect(warn.mock.calls.map(([what]) => what)).toEqual([FAILED]);
  expect(scripts()).toEqual([]);
});

test("a try that succeeds ends the trying", async () => {
  answer = fails;
  const maps = load();
  await vi.advanceTimersByTimeAsync(0);
  answer = arrives;

  await vi.advanceTimersByTimeAsync(1000);

  expect(await maps).toBe(MAPS);
  expect(requested).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls.map(([what]) => what)).toEqual([]);
});

test("a refused key is logged, and whoever waits is told", () => {
  const refused = vi.fn();
  script.whenKeyRefused(refused);

  (globalThis as unknown as { gm_authFailure: () => void }).gm_authFailure();

  expect(refused).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledWith(FAILED, "gm_authFailure");
});
