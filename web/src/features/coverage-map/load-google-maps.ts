/**
 * Loading of Google's map script with its geometry and places libraries: up to three retries with
 * growing delays.
 */

import { logQuietly } from "#lib/log-quietly.ts";
import { m } from "#paraglide/messages.js";

type Listenable = { addListener: (event: string, listener: (event: FeatureEvent) => void) => void };
type Feature = { getProperty: (name: string) => unknown };
type FeatureEvent = { feature?: Feature };
type Style = Record<string, string | number>;

export type GoogleMaps = {
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

/** Load the script once, however often this is called. A failed load may be tried again later. */
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
