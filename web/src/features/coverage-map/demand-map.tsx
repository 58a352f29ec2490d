import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { logQuietly } from "#lib/log-quietly.ts";
import { m } from "#paraglide/messages.js";
import {
  type GeoJsonObject,
  loadAreas,
  type MapDrawing,
  type MapPoint,
  whenInView,
} from "./map-drawing.ts";
import { MapFailed, MapFrame } from "./map-frame.tsx";

type DemandMapProps = {
  points: readonly MapPoint[];
  loadBasemap: () => Promise<GeoJsonObject>;
};

/**
 * Demand points over our covered area. Always on our own map, so that no third party learns what
 * staff look at.
 */
export function DemandMap({ points, loadBasemap }: DemandMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const isFailed = useDemandMap(host, points, loadBasemap);
  return (
    <MapFrame label={m.coverage_map_demand_map()} host={host}>
      {isFailed && <MapFailed />}
    </MapFrame>
  );
}

function useDemandMap(
  host: RefObject<HTMLDivElement | null>,
  points: readonly MapPoint[],
  loadBasemap: () => Promise<GeoJsonObject>,
): boolean {
  const [isFailed, setFailed] = useState(false);
  const drawing = useRef<MapDrawing | null>(null);
  const loadLatestBasemap = useEffectEvent(loadBasemap);
  const point = useEffectEvent(() => drawing.current?.point?.(points));

  useEffect(() => {
    const container = host.current;
    if (!container) return;
    const leaving = new AbortController();
    const show = async () => {
      const map = await emptyMap(container, loadLatestBasemap);
      if (leaving.signal.aborted) return map.destroy();
      drawing.current = map;
      map.draw(await loadAreas(leaving.signal));
      point();
    };
    const stopWatching = whenInView(container, () => {
      show().catch((reason: unknown) => {
        if (leaving.signal.aborted) return;
        logQuietly("demand map not drawn")(reason);
        setFailed(true);
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
    drawing.current?.point?.(points);
  }, [points]);

  return isFailed;
}

async function emptyMap(host: HTMLElement, loadBasemap: () => Promise<GeoJsonObject>) {
  const [{ leafletMap }, basemap] = await Promise.all([import("./leaflet-map.ts"), loadBasemap()]);
  const popup = () => document.createElement("p");
  return leafletMap({ host, basemap, popup, onSelect: () => {} });
}
