import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, type Mocked, test, vi } from "vitest";
import { googleMap } from "#features/coverage-map/google-map.ts";
import { leafletMap } from "#features/coverage-map/leaflet-map.ts";
import type { Area, MapDrawing, MapSetting } from "#features/coverage-map/map-drawing.ts";
import { refused, serving } from "#test-support.ts";
import { CoverageSection } from "./coverage-section.tsx";

vi.mock("#features/coverage-map/leaflet-map.ts", () => ({ leafletMap: vi.fn() }));
vi.mock("#features/coverage-map/google-map.ts", () => ({ googleMap: vi.fn() }));

const FAILED = "Failed to load coverage map. Please try again later.";
const REGIONS = [{ name: "Northeast", zipCodes: ["77338", "77339"] }];
const area = (zip_code: string) => ({
  zip_code,
  city: "Humble",
  state: "TX",
  bbox: [-96, 29, -95, 30],
  geometry_json: { type: "Polygon", coordinates: [] },
  is_approximate: true,
  source: "drawn",
});

const server = serving();

let scrollNear: () => void;
let drawing: Mocked<MapDrawing>;
let setting: MapSetting;

beforeEach(() => {
  server.use(
    http.get("*/api/coverage-zipcodes", () => new HttpResponse(null, { status: 503 })),
    http.get("*/api/google-maps-key", () => HttpResponse.json({ apiKey: null })),
    http.get("*/api/coverage-geometries", () =>
      HttpResponse.json([area("77338"), area("77339"), area("77346")]),
    ),
  );
  drawing = { draw: vi.fn(), name: vi.fn(), select: vi.fn(), destroy: vi.fn() };
  vi.mocked(leafletMap).mockImplementation(async (options) => {
    setting = options;
    return drawing;
  });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        scrollNear = () => act(() => callback([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => vi.useRealTimers());

const loadBasemap = async () => ({ type: "FeatureCollection" as const, features: [] });
const show = (regions = REGIONS) =>
  render(<CoverageSection regions={regions} loadBasemap={loadBasemap} />);
const overlay = () => screen.queryByText(/^Loading the map/);
const map = () => within(screen.getByRole("region", { name: /^Map of/ }));

test("COVMAP-01.4 the map waits until it is near, then draws and the overlay goes", async () => {
  show();
  expect(leafletMap).not.toHaveBeenCalled();
  expect(overlay()?.textContent).toBe("Loading the map 0%");

  scrollNear();

  await waitFor(() => expect(overlay()).toBeNull());
  expect(drawing.draw).toHaveBeenCalledOnce();
  expect(drawing.name).toHaveBeenCalledOnce();
});

test("COVMAP-01.4 the overlay goes after three seconds even when the map is not done", () => {
  vi.useFakeTimers();
  vi.mocked(leafletMap).mockReturnValue(new Promise(() => {}));
  show();
  scrollNear();

  act(() => vi.advanceTimersByTime(2999));
  expect(overlay()).toBeTruthy();

  act(() => vi.advanceTimersByTime(1));
  expect(overlay()).toBeNull();
});

const DECIDED = "Coverage is decided by ZIP code, not by this map.";
const drawnFrom = (...sources: (string | null)[]) =>
  server.use(
    http.get("*/api/coverage-geometries", () =>
      HttpResponse.json(
        sources.map((source, at) => ({
          ...area(`7733${at}`),
          is_approximate: source === null,
          source: source ?? "drawn",
        })),
      ),
    ),
  );

test("COVMAP-03.2 one sentence says what the shapes are, and changes with them", async () => {
  const { unmount } = show();
  scrollNear();
  await screen.findByText(
    `Approximate areas around each ZIP code’s center, cut at county lines and water. ${DECIDED}`,
  );
  unmount();

  drawnFrom("Census outlines, 2025", "Census outlines, 2025");
  const second = show();
  scrollNear();
  await screen.findByText(`Census outlines, 2025. ${DECIDED}`);
  second.unmount();

  drawnFrom("Census outlines, 2025", null);
  show();
  scrollNear();
  await screen.findByText(`Census outlines, 2025; approximate for 1 of 2 ZIP codes. ${DECIDED}`);
});

test("COVMAP-01.5 a map that does not load says so, and the list stays", async () => {
  server.use(http.get("*/api/coverage-geometries", () => refused(503, "x")));
  show();
  scrollNear();

  expect((await screen.findByRole("alert")).textContent).toBe(FAILED);
  expect(overlay()).toBeNull();
  expect(screen.getByRole("button", { name: "77338 on the map" })).toBeTruthy();
});

const withKey = () =>
  server.use(http.get("*/api/google-maps-key", () => HttpResponse.json({ apiKey: "k" })));

test("without Google's script, or its yes to the key, our own map is drawn", async () => {
  withKey();
  vi.mocked(googleMap).mockRejectedValueOnce(new Error("the script did not load"));
  const { unmount } = show();
  scrollNear();
  expect((await screen.findByRole("alert")).textContent).toBe(FAILED);
  await waitFor(() => expect(drawing.draw).toHaveBeenCalledOnce());
  unmount();

  const google = { draw: vi.fn(), name: vi.fn(), select: vi.fn(), destroy: vi.fn() };
  let refuseKey = () => {};
  vi.mocked(googleMap).mockImplementation(async (_setting, _key, onRefused) => {
    refuseKey = onRefused;
    return google;
  });
  show();
  scrollNear();
  await waitFor(() => expect(google.draw).toHaveBeenCalled());
  expect(screen.queryByRole("alert")).toBeNull();

  act(refuseKey);

  expect((await screen.findByRole("alert")).textContent).toBe(FAILED);
  expect(google.destroy).toHaveBeenCalledOnce();
  await waitFor(() => expect(drawing.draw).toHaveBeenCalledTimes(2));
});

test("COVMAP-01.3 list, areas and Escape choose; the popup tells the place", async () => {
  const { unmount } = show();
  await userEvent.click(screen.getByRole("button", { name: /77338/ }));
  scrollNear();
  await waitFor(() => expect(drawing.select).toHaveBeenLastCalledWith("77338"));
  setting.host.tabIndex = 0;
  setting.host.focus();
  await userEvent.keyboard("{Escape}");
  expect(drawing.select).toHaveBeenLastCalledWith(null);

  act(() => setting.onSelect("77339"));
  expect(drawing.select).toHaveBeenLastCalledWith("77339");
  expect(screen.getByRole("button", { name: /77339/ }).getAttribute("aria-pressed")).toBe("true");
  act(() => setting.onSelect(null));
  expect(drawing.select).toHaveBeenLastCalledWith(null);

  const popup = setting.popup(drawing.draw.mock.calls[0]?.[0]?.[0] as Area);
  expect(popup.textContent).toBe("77338Humble · NortheastCheck my address");
  expect(popup.querySelector("a")?.getAttribute("href")).toBe("/installation-wizard");
  unmount();
  expect(drawing.destroy).toHaveBeenCalledOnce();
});

test("COVMAP-02.5 the count is the server's, or '115+' when it is unknown", async () => {
  const { unmount } = show([]);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(
    "115+ ZIP codes around Houston",
  );
  unmount();

  server.use(
    http.get("*/api/coverage-zipcodes", () =>
      HttpResponse.json([{ ...area("77338"), status: "active", region: "Northeast" }]),
    ),
  );
  show();

  expect(await screen.findByText("1 ZIP codes around Houston")).toBeTruthy();
  expect(map()).toBeTruthy();
});
