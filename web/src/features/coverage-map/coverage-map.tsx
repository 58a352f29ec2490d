import { useRef } from "react";
import { Notice } from "#ui/notice.tsx";
import { areaPopup } from "./area-popup.ts";
import { copy } from "./copy.ts";
import type { GeoJsonObject } from "./map-drawing.ts";
import { useCoverageMap } from "./use-coverage-map.ts";
import "./coverage-map.css";

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
    <section className="coverage-map" id="coverage-map" aria-label={copy.map}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever in the map the focus is */}
      <div
        ref={host}
        className="coverage-map__host"
        onKeyDown={(event) => event.key === "Escape" && onSelect(null)}
      />
      <p className="coverage-map__badge">{copy.approximate}</p>
      {isLoading && !isFailed && (
        <p className="coverage-map__overlay" role="status">
          <span className="coverage-map__wheel" aria-hidden="true" />
          {copy.loading(percent)}
        </p>
      )}
      {isFailed && (
        <div className={isDrawn ? "coverage-map__told" : "coverage-map__failed"}>
          <Notice tone="danger">{copy.failed}</Notice>
        </div>
      )}
    </section>
  );
}
