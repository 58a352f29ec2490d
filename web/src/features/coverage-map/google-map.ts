/** The coverage map on Google Maps, where the operator has configured it. */
import { loadGoogleMaps, whenKeyRefused } from "./load-google-maps.ts";
import { type Area, CENTER, type MapDrawing, type MapSetting, topOf, ZOOM } from "./map-drawing.ts";

type AreaStyle = Record<string, string | number>;

export async function googleMap(
  setting: MapSetting,
  apiKey: string,
  onRefused: () => void,
): Promise<MapDrawing> {
  whenKeyRefused(onRefused);
  const maps = await loadGoogleMaps(apiKey);
  const map = new maps.Map(setting.host, {
    center: CENTER,
    zoom: ZOOM,
    minZoom: ZOOM,
    gestureHandling: "cooperative",
    streetViewControl: false,
    mapTypeControl: false,
  });
  const style = stylesOf(setting.host);
  const popup = new maps.InfoWindow();
  const drawn = new Map<string, Area>();
  let selected: string | null = null;

  map.data.setStyle((feature) =>
    feature.getProperty("zipCode") === selected ? style.chosen : style.area,
  );
  map.data.addListener("click", ({ feature }) =>
    setting.onSelect(String(feature?.getProperty("zipCode"))),
  );
  map.addListener("click", () => setting.onSelect(null));
  popup.addListener("closeclick", () => setting.onSelect(null));

  return {
    draw(areas) {
      for (const area of areas) {
        map.data.addGeoJson(featureOf(area));
        drawn.set(area.zipCode, area);
      }
    },
    name: () => {}, // Google's map has labels of its own
    select(zipCode) {
      if (zipCode === selected) return;
      selected = zipCode;
      map.data.revertStyle(); // re-evaluates every area's style
      popup.close();
      const area = drawn.get(zipCode ?? "");
      if (!area) return;
      popup.setContent(setting.popup(area));
      popup.setPosition(topOf(area));
      popup.open(map);
    },
    destroy: () => setting.host.replaceChildren(),
  };
}

const featureOf = ({ zipCode, geometry }: Area) => ({
  type: "Feature",
  properties: { zipCode },
  geometry,
});

// Read from the page's CSS, because Google's map takes no class names.
function stylesOf(host: HTMLElement): { area: AreaStyle; chosen: AreaStyle } {
  const role = (name: string) => getComputedStyle(host).getPropertyValue(name).trim();
  return {
    area: {
      fillColor: role("--glow"),
      fillOpacity: 0.25,
      strokeColor: role("--emphasis"),
      strokeWeight: 1,
    },
    chosen: {
      fillColor: role("--glow"),
      fillOpacity: 0.75,
      strokeColor: role("--ink"),
      strokeWeight: 2,
      zIndex: 1,
    },
  };
}
