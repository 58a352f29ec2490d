/** The coverage map on Google Maps, where the operator has configured it. */

import { logQuietly } from "#lib/log-quietly.ts";
import { m } from "#paraglide/messages.js";
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

type Listenable = { addListener: (event: string, listener: (event: FeatureEvent) => void) => void };
type Feature = { getProperty: (name: string) => unknown };
type FeatureEvent = { feature?: Feature };
type Style = Record<string, string | number>;

type GoogleMaps = {
  Map: new (
    host: HTMLElement,
    options: object,
  ) => Listenable & {
    data: Listenable & {
      addGeoJson: (feature: object) => void;
      setStyle: (style: (feature: Feature) => Style) => void;
      revertStyle: () => void;
    };
  };
  InfoWindow: new () => Listenable & {
    setContent: (content: HTMLElement) => void;
    setPosition: (at: { lat: number; lng: number }) => void;
    open: (map: unknown) => void;
    close: () => void;
  };
};

const RETRIES = 3;
const FIRST_WAIT_MS = 1000;
const CALLBACK = "onCoverageMapsReady";

type Page = { google?: { maps?: GoogleMaps }; gm_authFailure?: () => void } & {
  [CALLBACK]?: () => void;
};

let pending: Promise<GoogleMaps> | null = null;

/**
 * Load Google's script with its geometry and places libraries, once, however often this is called:
 * with up to three retries, each after a longer wait. A failed load may be tried again later.
 */
export function loadGoogleMaps(apiKey: string): Promise<GoogleMaps> {
  pending ??= loadWithRetries(apiKey).catch((reason: unknown) => {
    pending = null;
    logQuietly(m.coverage_map_google_failed())(reason);
    throw reason;
  });
  return pending;
}

/**
 * Register a callback for a refused key: Google reports it only after the script has loaded and a
 * map was created.
 */
export function whenKeyRefused(refused: () => void): void {
  (globalThis as unknown as Page).gm_authFailure = () => {
    logQuietly(m.coverage_map_google_failed())("gm_authFailure");
    refused();
  };
}

async function loadWithRetries(apiKey: string): Promise<GoogleMaps> {
  for (let retry = 0; retry < RETRIES; retry += 1) {
    try {
      return await loadScript(apiKey);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** retry));
    }
  }
  return loadScript(apiKey);
}

function loadScript(apiKey: string): Promise<GoogleMaps> {
  const page = globalThis as unknown as Page;
  const params = new URLSearchParams({
    key: apiKey,
    libraries: "geometry,places",
    loading: "async",
    callback: CALLBACK,
  });
  const script = document.createElement("script");
  script.src = `https://maps.googleapis.com/maps/api/js?${params}`;
  script.async = true;
  return new Promise((resolve, reject) => {
    page[CALLBACK] = () => {
      const maps = page.google?.maps;
      if (maps) resolve(maps);
      else reject(new Error("the script came without its maps"));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("the script did not load"));
    };
    document.head.append(script);
  });
}
