import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { api, unwrap } from "#api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import {
  type Area,
  drawInBatches,
  type GeoJsonObject,
  loadAreas,
  type MapDrawing,
  type MapSetting,
  shapesSentence,
  whenInView,
} from "./map-drawing.ts";
import { MapFailed, MapFrame, MapLoading } from "./map-frame.tsx";

type CoverageMapProps = {
  regionOf: (zipCode: string) => string | null;
  selected: string | null;
  onSelect: (zipCode: string | null) => void;
  loadBasemap: () => Promise<GeoJsonObject>;
};

/** Map of the covered ZIP codes, drawn approximately; only the ZIP code decides coverage. */
export function CoverageMap({ regionOf, selected, onSelect, loadBasemap }: CoverageMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const { isLoading, percent, isFailed, isDrawn, shapes } = useCoverageMap(host, {
    selected,
    onSelect,
    popup: (area) => areaPopup(area, regionOf(area.zipCode)),
    loadBasemap,
  });

  return (
    <div className="grid gap-2 noscript:hidden">
      <MapFrame
        id="coverage-map"
        label={m.coverage_map_map()}
        host={host}
        onEscape={() => onSelect(null)}
      >
        {isLoading && !isFailed && <MapLoading percent={percent} />}
        {isFailed && <MapFailed isDrawn={isDrawn} />}
      </MapFrame>
      <p className="min-h-10 text-sm text-quiet">{shapes}</p>
    </div>
  );
}

const OVERLAY_MS = 3000; // COVMAP-01.4

type CoverageMapOptions = {
  selected: string | null;
  onSelect: (zipCode: string | null) => void;
  popup: (area: Area) => HTMLElement;
  loadBasemap: () => Promise<GeoJsonObject>;
};

/** State of the map. When Google's map fails, ours is drawn instead. */
type MapState = {
  isLoading: boolean;
  percent: number;
  isFailed: boolean;
  isDrawn: boolean;
  /** What the shapes are; empty until they are there. */
  shapes: string;
};

const NOTHING_YET: MapState = {
  isLoading: true,
  percent: 0,
  isFailed: false,
  isDrawn: false,
  shapes: "",
};

/**
 * Draw the map once its container scrolls into view, and keep the selected ZIP code highlighted.
 */
function useCoverageMap(host: RefObject<HTMLElement | null>, options: CoverageMapOptions) {
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
      onAreas: (areas: readonly Area[]) => change({ shapes: shapesSentence(areas) }),
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
  onAreas: (areas: readonly Area[]) => void;
};

async function showMap(makeMap: MakeMap, progress: Progress): Promise<void> {
  const { signal, onMap, onPercent } = progress;
  const [areas, map] = await Promise.all([loadAreas(signal), makeMap()]);
  if (signal.aborted) return map.destroy();
  onMap(map);
  progress.onAreas(areas);
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

/** Content of an area's popup. Plain DOM, because it is rendered inside a third-party map. */

function areaPopup({ zipCode, city }: Area, region: string | null): HTMLElement {
  const popup = document.createElement("div");
  popup.className = "area-popup";
  const link = document.createElement("a");
  link.className = "area-popup__link";
  link.href = paths.wizard.address;
  link.textContent = m.coverage_map_check();
  popup.append(
    line("area-popup__zip", zipCode),
    line("area-popup__place", [city, region].filter(Boolean).join(" · ")),
    link,
  );
  return popup;
}

function line(className: string, words: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  paragraph.textContent = words;
  return paragraph;
}
