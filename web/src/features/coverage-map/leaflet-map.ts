/** The coverage map on Leaflet, over counties and water; needs no API key. */

import { map_limits, unlabeled_cities } from "@market/place.json";
import stylesheet from "leaflet/dist/leaflet.css?url";
import {
  circleMarker,
  control,
  DomEvent,
  divIcon,
  type GeoJSON,
  geoJSON,
  type Map as LeafletMap,
  layerGroup,
  map as leaflet,
  popup as leafletPopup,
  marker,
  type Path,
} from "leaflet/dist/leaflet-src.esm.js";
import { m } from "#paraglide/messages.js";
import {
  type Area,
  CENTER,
  type GeoJsonObject,
  type MapDrawing,
  type MapPoint,
  type MapSetting,
  middleOf,
  topOf,
  ZOOM,
} from "./map-drawing.ts";

const SMALLEST_POINT = 4;
const POINT_GROWS = 3;
const NEAREST_ZOOM = 14; // the shapes are not precise enough for more
const FARTHEST_SIGHT = map_limits as [number, number][];

export async function leafletMap(setting: MapSetting): Promise<MapDrawing> {
  await stylesLoaded();
  const map = emptyMap(setting);
  const drawn = new Map<string, { layer: GeoJSON; area: Area }>();
  const popup = leafletPopup({ autoPanPadding: [16, 16], minWidth: 200 });
  const pointed = layerGroup().addTo(map);
  let selected: string | null = null;

  map.on("click", () => setting.onSelect(null));
  popup.on("remove", () => selected !== null && setting.onSelect(null));

  return {
    draw(areas) {
      for (const area of areas) {
        const layer = areaLayer(area, () => setting.onSelect(area.zipCode)).addTo(map);
        drawn.set(area.zipCode, { layer, area });
      }
    },
    name(areas) {
      for (const city of cityNames(areas)) nameMarker(city).addTo(map);
    },
    select(zipCode) {
      if (zipCode === selected) return;
      mark(drawn.get(selected ?? "")?.layer, false);
      const layer = drawn.get(zipCode ?? "");
      selected = null; // closing the old popup must not count as the visitor clearing the selection
      map.closePopup();
      selected = zipCode;
      if (!layer) return;
      mark(layer.layer, true);
      popup.setLatLng(topOf(layer.area)).setContent(setting.popup(layer.area)).openOn(map);
    },
    point(points) {
      pointed.clearLayers();
      for (const point of points) pointMarker(point).addTo(pointed);
    },
    destroy() {
      selected = null;
      map.remove();
    },
  };
}

// Leaflet's stylesheet is loaded with the map, not with the page.
async function stylesLoaded(): Promise<void> {
  if (document.querySelector(`link[href="${stylesheet}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = stylesheet;
  const loaded = new Promise((done, failed) => {
    link.onload = done;
    link.onerror = failed;
  });
  document.head.append(link);
  await loaded;
}

function emptyMap({ host, basemap }: MapSetting): LeafletMap {
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const map = leaflet(host, {
    center: CENTER,
    zoom: ZOOM,
    minZoom: ZOOM,
    maxZoom: NEAREST_ZOOM,
    maxBounds: FARTHEST_SIGHT,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    dragging: !isTouched, // one finger scrolls the page, two fingers move the map
    zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  control
    .zoom({
      position: "topright",
      zoomInTitle: m.coverage_map_zoom_in(),
      zoomOutTitle: m.coverage_map_zoom_out(),
    })
    .addTo(map);
  if (basemap) basemapLayer(basemap).addTo(map);
  return map;
}

const basemapLayer = (basemap: GeoJsonObject) =>
  geoJSON(basemap, {
    interactive: false,
    style: (feature) => ({
      className: feature?.properties.kind === "land" ? "coverage-land" : "coverage-county",
    }),
  });

function areaLayer({ geometry }: Area, onClick: () => void): GeoJSON {
  const layer = geoJSON(geometry, { style: { className: "coverage-area" } });
  return layer.on("click", (event) => {
    DomEvent.stopPropagation(event);
    onClick();
  });
}

function nameMarker({ name, at, isLarge }: CityName) {
  const words = document.createElement("span");
  words.textContent = name;
  const className = isLarge ? "coverage-name coverage-name--large" : "coverage-name";
  const icon = divIcon({ className, html: words, iconSize: [0, 0] });
  return marker(at, { interactive: false, keyboard: false, icon });
}

// The area, not the radius, is proportional to the weight.
function pointMarker({ lat, lon, words, weight }: MapPoint) {
  const label = document.createElement("span");
  label.textContent = words;
  const radius = SMALLEST_POINT + POINT_GROWS * Math.sqrt(weight);
  return circleMarker([lat, lon], { radius, className: "coverage-point" }).bindTooltip(label);
}

function mark(layer: GeoJSON | undefined, isChosen: boolean): void {
  layer?.eachLayer((part) => {
    const path = "getElement" in part ? (part as Path).getElement() : undefined;
    path?.classList.toggle("is-chosen", isChosen);
  });
  if (isChosen) layer?.bringToFront();
}

type CityName = { name: string; at: { lat: number; lng: number }; isLarge: boolean };

const LEAST_ZIPS = 2;
const LARGE_ZIPS = 20;
const WITHIN_ANOTHER: readonly string[] = unlabeled_cities;

/** Labels, as the map has no streets: larger cities, placed at the middle of their ZIP codes. */
export function cityNames(areas: readonly Area[]): CityName[] {
  const byCity = new Map<string, Area[]>();
  for (const area of areas) byCity.set(area.city, [...(byCity.get(area.city) ?? []), area]);
  return [...byCity]
    .filter(([name, parts]) => parts.length >= LEAST_ZIPS && !WITHIN_ANOTHER.includes(name))
    .map(([name, parts]) => ({ name, at: middle(parts), isLarge: parts.length >= LARGE_ZIPS }));
}

function middle(areas: readonly Area[]) {
  const points = areas.map(middleOf);
  const mean = (of: "lat" | "lng") => points.reduce((sum, at) => sum + at[of], 0) / points.length;
  return { lat: mean("lat"), lng: mean("lng") };
}
