import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { api, unwrap } from "#lib/api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import {
  type Area,
  areaFrom,
  drawInBatches,
  type GeoJsonObject,
  type MapDrawing,
  type MapSetting,
} from "./map-drawing.ts";

const OVERLAY_MS = 3000; // spec §9

type CoverageMapOptions = {
  selected: string | null;
  onSelect: (zipCode: string | null) => void;
  popup: (area: Area) => HTMLElement;
  loadGround: () => Promise<GeoJsonObject>;
};

export type MapState = { isLoading: boolean; percent: number; isFailed: boolean };

/** Draws the map once its place comes into view, and keeps the chosen ZIP code on it. */
export function useCoverageMap(host: RefObject<HTMLElement | null>, options: CoverageMapOptions) {
  const [state, setState] = useState<MapState>({ isLoading: true, percent: 0, isFailed: false });
  const drawing = useRef<MapDrawing | null>(null);
  const { selected } = options;
  const onSelect = useEffectEvent(options.onSelect);
  const popup = useEffectEvent(options.popup);
  const loadGround = useEffectEvent(options.loadGround);
  const choose = useEffectEvent(() => drawing.current?.select(selected));

  useEffect(() => {
    const place = host.current;
    if (!place) return;
    const leaving = new AbortController();
    const change = (next: Partial<MapState>) =>
      !leaving.signal.aborted && setState((before) => ({ ...before, ...next }));

    const stopWatching = whenInView(place, () => {
      const overlay = setTimeout(() => change({ isLoading: false }), OVERLAY_MS);
      showMap({ host: place, popup, onSelect }, loadGround, {
        signal: leaving.signal,
        onPercent: (percent) => change({ percent }),
        onMap: (map) => {
          drawing.current = map;
        },
      })
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

  useEffect(() => drawing.current?.select(selected), [selected]);

  return state;
}

/** What went wrong is nobody's business once the visitor has left. */
const failedUnless =
  (leaving: AbortSignal, change: (next: Partial<MapState>) => void) => (reason: unknown) => {
    if (leaving.aborted) return;
    logQuietly("coverage map not drawn")(reason);
    change({ isFailed: true });
  };

type Place = Omit<MapSetting, "ground">;
type Progress = {
  signal: AbortSignal;
  onMap: (map: MapDrawing) => void;
  onPercent: (percent: number) => void;
};

async function showMap(
  place: Place,
  loadGround: () => Promise<GeoJsonObject>,
  { signal, onMap, onPercent }: Progress,
): Promise<void> {
  const [areas, map] = await Promise.all([loadAreas(signal), makeMap(place, loadGround)]);
  if (signal.aborted) return map.destroy();
  onMap(map);
  await drawInBatches(map, areas, { onPercent, left: () => signal.aborted });
  if (!signal.aborted) map.name(areas);
}

/** Google's map with Google's places; without a key, our own (frontend: providers switch as a set). */
async function makeMap(
  place: Place,
  loadGround: () => Promise<GeoJsonObject>,
): Promise<MapDrawing> {
  const { apiKey } = await unwrap(api.GET("/api/google-maps-key"));
  if (apiKey) {
    const { googleMap } = await import("./google-map.ts");
    return googleMap({ ...place, ground: null }, apiKey);
  }
  const [{ leafletMap }, ground] = await Promise.all([import("./leaflet-map.ts"), loadGround()]);
  return leafletMap({ ...place, ground });
}

const loadAreas = async (signal: AbortSignal): Promise<Area[]> =>
  (await unwrap(api.GET("/api/coverage-geometries", { signal }))).map(areaFrom);

function whenInView(place: HTMLElement, show: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      show();
    },
    { rootMargin: "200px" },
  );
  watch.observe(place);
  return () => watch.disconnect();
}
