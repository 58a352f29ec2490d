/** A phone as Lighthouse emulates one, slowed down for real, and what it makes of a page. */
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { weighScripts } from "../e2e/weight.ts";
import type { Route } from "./routes.ts";
import { type Kept, remember } from "./walk.ts";

/** Lighthouse's mobile profile, by which the budgets are told. */
const SLOWER = 4;
const ROUND_TRIP_MS = 150;
/** Once, for TCP and TLS 1.3: the browser slows down what is asked, not the connection that it asks by. */
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

/** What the page itself has seen; written down as it happens. */
type Seen = {
  fcp: number;
  lcp: number;
  shift: number;
  long: [number, number][];
  inp: number;
  /** When something last came, was worked on or was painted. */
  busyUntil: number;
};
declare global {
  interface Window {
    seen: Seen;
  }
}

export async function phone(browser: Browser, site: string, kept: Kept) {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: site,
    storageState: { cookies: kept.cookies, origins: [] },
  });
  await remember(context, kept);
  return context;
}

async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return devtools;
}

export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await slowDown(page);
  return page;
}

export async function measure(context: BrowserContext, route: Route): Promise<Figures> {
  const page = await context.newPage();
  const wire = countWire(await slowDown(page));
  const weigh = weighScripts(page);
  await page.addInitScript(watch);
  await page.goto(route.path, { waitUntil: "networkidle" });
  await page.waitForFunction(isQuiet, QUIET_MS);
  const loaded = { ...wire };
  const { gzipKb } = await weigh();
  page.removeAllListeners("response"); // what comes from here on is not of the first look
  const atFirst = await page.evaluate(() => window.seen);
  await route.use(page);
  await page.waitForTimeout(AFTER_USE_MS);
  const inpMs = await page.evaluate(() => window.seen.inp);
  return {
    kb: loaded.bytes / 1000,
    requests: loaded.requests,
    scriptKb: gzipKb,
    lcpMs: CONNECTING_MS + atFirst.lcp,
    tbtMs: blocked(atFirst),
    shift: atFirst.shift,
    inpMs,
  };
}

const QUIET_MS = 1500; // longer than this phone works on what it has before it asks for more
const AFTER_USE_MS = 400; // an event is told after the picture that answers it
const LONG_MS = 50;

/** What long tasks took beyond 50 ms each, from the first picture on. */
const blocked = ({ fcp, long }: Seen) =>
  long
    .filter(([start]) => start >= fcp)
    .reduce((sum, [, took]) => sum + Math.max(0, took - LONG_MS), 0);

const isQuiet = (forMs: number) => performance.now() - window.seen.busyUntil > forMs;

function countWire(devtools: CDPSession) {
  const wire = { requests: 0, bytes: 0 };
  const ours = new Set<string>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("http")) ours.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!ours.has(requestId)) return;
    wire.requests += 1;
    wire.bytes += encodedDataLength;
  });
  return wire;
}

/** Runs in the page before all else. */
function watch() {
  const seen: Window["seen"] = { fcp: 0, lcp: 0, shift: 0, long: [], inp: 0, busyUntil: 0 };
  window.seen = seen;
  const on = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.busyUntil = Math.max(seen.busyUntil, entry.startTime + entry.duration);
        see(entry);
      }
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.fcp = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  on("layout-shift", (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      hadRecentInput: boolean;
      value: number;
    };
    if (!hadRecentInput) seen.shift += value;
  });
  on("longtask", ({ startTime, duration }) => {
    seen.long.push([startTime, duration]);
  });
  on("resource", () => {});
  on("event", (entry) => {
    const { interactionId } = entry as PerformanceEventTiming;
    if (interactionId) seen.inp = Math.max(seen.inp, entry.duration);
  });
}
