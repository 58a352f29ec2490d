/** Measures a page on a phone as Lighthouse emulates it, with real throttling. */
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { weighScripts } from "../e2e/weight.ts";
import type { Route } from "./routes.ts";
import { type BrowserState, restoreState } from "./walk.ts";

// Lighthouse's mobile profile, which the budgets refer to.
const SLOWER = 4;
const ROUND_TRIP_MS = 150;
// Added once, for TCP and TLS 1.3: the browser throttles requests, not the connection setup.
const CONNECTING_MS = 2 * ROUND_TRIP_MS;
const NETWORK = {
  offline: false,
  latency: ROUND_TRIP_MS,
  downloadThroughput: (1638.4 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: "en-US",
  ignoreHTTPSErrors: true, // a certificate made for this run
};

export type Figures = {
  kb: number;
  requests: number;
  scriptKb: number;
  lcpMs: number;
  tbtMs: number;
  shift: number;
  inpMs: number;
};

// Collected in the page by performance observers.
type PageMetrics = {
  fcp: number;
  lcp: number;
  shift: number;
  long: [number, number][];
  inp: number;
  /** Time of the last network, task or paint entry. */
  busyUntil: number;
};
declare global {
  interface Window {
    seen: PageMetrics;
  }
}

export async function openPhone(browser: Browser, site: string, state: BrowserState) {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: site,
    storageState: { cookies: state.cookies, origins: [] },
  });
  await restoreState(context, state);
  return context;
}

async function throttle(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return devtools;
}

export async function throttledPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await throttle(page);
  return page;
}

export async function measure(context: BrowserContext, route: Route): Promise<Figures> {
  const page = await context.newPage();
  const traffic = countTraffic(await throttle(page));
  const measureScripts = weighScripts(page);
  await page.addInitScript(watch);
  await page.goto(route.path, { waitUntil: "networkidle" });
  await page.waitForFunction(isQuiet, QUIET_MS);
  const loaded = { ...traffic };
  const { gzipKb } = await measureScripts();
  page.removeAllListeners("response"); // later responses do not belong to the first load
  const firstLoad = await page.evaluate(() => window.seen);
  await route.use(page);
  await page.waitForTimeout(AFTER_USE_MS);
  const inpMs = await page.evaluate(() => window.seen.inp);
  return {
    kb: loaded.bytes / 1000,
    requests: loaded.requests,
    scriptKb: gzipKb,
    lcpMs: CONNECTING_MS + firstLoad.lcp,
    tbtMs: totalBlockingMs(firstLoad),
    shift: firstLoad.shift,
    inpMs,
  };
}

const QUIET_MS = 1500; // longer than this phone takes from one response to the next request
const AFTER_USE_MS = 400; // an event entry arrives after the frame that follows the event
const LONG_MS = 50;

// Total Blocking Time: the part of long tasks beyond 50 ms each, after the first paint.
const totalBlockingMs = ({ fcp, long }: PageMetrics) =>
  long
    .filter(([start]) => start >= fcp)
    .reduce((sum, [, durationMs]) => sum + Math.max(0, durationMs - LONG_MS), 0);

const isQuiet = (forMs: number) => performance.now() - window.seen.busyUntil > forMs;

function countTraffic(devtools: CDPSession) {
  const traffic = { requests: 0, bytes: 0 };
  const requestIds = new Set<string>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("http")) requestIds.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!requestIds.has(requestId)) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}

// Runs in the page before any other script.
function watch() {
  const metrics: Window["seen"] = { fcp: 0, lcp: 0, shift: 0, long: [], inp: 0, busyUntil: 0 };
  window.seen = metrics;
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        metrics.busyUntil = Math.max(metrics.busyUntil, entry.startTime + entry.duration);
        record(entry);
      }
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") metrics.fcp = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    metrics.lcp = startTime;
  });
  observe("layout-shift", (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      hadRecentInput: boolean;
      value: number;
    };
    if (!hadRecentInput) metrics.shift += value;
  });
  observe("longtask", ({ startTime, duration }) => {
    metrics.long.push([startTime, duration]);
  });
  observe("resource", () => {});
  observe("event", (entry) => {
    const { interactionId } = entry as PerformanceEventTiming;
    if (interactionId) metrics.inp = Math.max(metrics.inp, entry.duration);
  });
}
