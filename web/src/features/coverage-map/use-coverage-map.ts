import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { api, unwrap } from "#api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import {
  type Area,
  areaFrom,
  drawInBatches,
  type GeoJsonObject,
  type MapDrawing,
  type MapSetting,
} from "./map-drawing.ts";

const OVERLAY_MS = 3000; // COVMAP-01.4

type CoverageMapOptions = {
  selected: string | null;
  onSelect: (zipCode: string | null) => void;
  popup: (area: Area) => HTMLElement;
  loadBasemap: () => Promise<GeoJsonObject>;
};

/** State of the map. When Google's map fails, ours is drawn instead. */
export type MapState = {
  isLoading: boolean;
  percent: number;
  isFailed: boolean;
  isDrawn: boolean;
};

const NOTHING_YET: MapState = { isLoading: true, percent: 0, isFailed: false, isDrawn: false };

/**
 * Draw the map once its container scrolls into view, and keep the selected ZIP code highlighted.
 */
export function useCoverageMap(host: RefObject<HTMLElement | null>, options: CoverageMapOptions) {
  const [state, setState] = useState(NOTHING_YET);
  const drawing = useRef<MapDrawing | null>(null);
  const { selected } = options;
  const onSelect = useEffectEvent(options.onSelect);
  const popup = useEffectEvent(options.popup);
  const loadBasemap = useEffectEvent(options.loadBasemap);
  const choose = useEffectEvent(() => drawing.current?.select(selected));

  useEffect(() => {
    const container = host.current;
    if (!container) return;
    const leaving = new AbortController();
    const change = (next: Partial<MapState>) =>
      !leaving.signal.aborted && setState((before) => ({ ...before, ...next }));

    const setting = { host: container, popup, onSelect };
    const progress = {
      signal: leaving.signal,
      onPercent: (percent: number) => change({ percent }),
      onMap: (map: MapDrawing) => {
        drawing.current = map;
      },
    };
    const showOwnMap = () => ownMap(setting, loadBasemap);
    const fallBack = async (reason: unknown) => {
      failedUnless(leaving.signal, change)(reason);
      drawing.current?.destroy();
      drawing.current = null;
      await showMap(showOwnMap, progress);
      change({ isDrawn: true });
    };
    const show = async () => {
      const { apiKey } = await unwrap(api.GET("/api/google-maps-key"));
      if (!apiKey) return showMap(showOwnMap, progress);
      const refused = () => void fallBack("key refused").then(choose, () => {});
      await showMap(() => googleMapIn(setting, apiKey, refused), progress).catch(fallBack);
    };

    const stopWatching = whenInView(container, () => {
      const overlay = setTimeout(() => change({ isLoading: false }), OVERLAY_MS);
      show()
        .then(() => choose(), failedUnless(leaving.signal, change))
        .finally(() => {
          clearTimeout(overlay);
          change({ isLoading: false });
        });
    });
    return () => {
      leaving.abort();
      stopWatching();
      drawing.current?.destroy();
      drawing.current = null;
    };
  }, [host]);

  useEffect(() => {
    drawing.current?.select(selected);
  }, [selected]);

  return state;
}

// Errors after the visitor left the page are ignored.
const failedUnless =
  (leaving: AbortSignal, change: (next: Partial<MapState>) => void) => (reason: unknown) => {
    if (leaving.aborted) return;
    logQuietly("coverage map not drawn")(reason);
    change({ isFailed: true });
  };

type Place = Omit<MapSetting, "basemap">;
type MakeMap = () => Promise<MapDrawing>;
type Progress = {
  signal: AbortSignal;
  onMap: (map: MapDrawing) => void;
  onPercent: (percent: number) => void;
};

async function showMap(makeMap: MakeMap, progress: Progress): Promise<void> {
  const { signal, onMap, onPercent } = progress;
  const [areas, map] = await Promise.all([loadAreas(signal), makeMap()]);
  if (signal.aborted) return map.destroy();
  onMap(map);
  await drawInBatches(map, areas, { onPercent, isCancelled: () => signal.aborted });
  if (!signal.aborted) map.name(areas);
}

// Google's map goes together with Google's places: providers are switched as a set.
async function googleMapIn(container: Place, apiKey: string, onRefused: () => void) {
  const { googleMap } = await import("./google-map.ts");
  return googleMap({ ...container, basemap: null }, apiKey, onRefused);
}

// Leaflet needs no key.
async function ownMap(container: Place, loadBasemap: () => Promise<GeoJsonObject>) {
  const [{ leafletMap }, basemap] = await Promise.all([import("./leaflet-map.ts"), loadBasemap()]);
  return leafletMap({ ...container, basemap });
}

export const loadAreas = async (signal: AbortSignal): Promise<Area[]> =>
  (await unwrap(api.GET("/api/coverage-geometries", { signal }))).map(areaFrom);

export function whenInView(container: HTMLElement, show: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      show();
    },
    { rootMargin: "200px" },
  );
  watch.observe(container);
  return () => watch.disconnect();
}
