import { useRef } from "react";
import { m } from "#paraglide/messages.js";
import { areaPopup } from "./area-popup.ts";
import type { GeoJsonObject } from "./map-drawing.ts";
import { MapFailed, MapFrame, MapLoading } from "./map-frame.tsx";
import { useCoverageMap } from "./use-coverage-map.ts";

type CoverageMapProps = {
  regionOf: (zipCode: string) => string | null;
  selected: string | null;
  onSelect: (zipCode: string | null) => void;
  loadBasemap: () => Promise<GeoJsonObject>;
};

/** Map of the covered ZIP codes, drawn approximately; only the ZIP code decides coverage. */
export function CoverageMap({ regionOf, selected, onSelect, loadBasemap }: CoverageMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const { isLoading, percent, isFailed, isDrawn } = useCoverageMap(host, {
    selected,
    onSelect,
    popup: (area) => areaPopup(area, regionOf(area.zipCode)),
    loadBasemap,
  });

  return (
    <MapFrame
      id="coverage-map"
      label={m.coverage_map_map()}
      host={host}
      onEscape={() => onSelect(null)}
    >
      {isLoading && !isFailed && <MapLoading percent={percent} />}
      {isFailed && <MapFailed isDrawn={isDrawn} />}
    </MapFrame>
  );
}
