/** Budgets of each page: the weight of its first load, and how it is weighed. Times: ops/lighthouse.py. */
import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { DIST, quietOf } from "./pages.ts";

type Budget = {
  pages: RegExp;
  /** JavaScript, gzipped, in kB: of the first load, and after scrolling to the end. */
  atFirstKb: number;
  afterScrollingKb: number;
  /** Before scrolling; absent where a page is React. */
  requests?: number;
};

const APPLICATION = { atFirstKb: 150, afterScrollingKb: 150 };

/** Script files of any page's first load, each a request of its own (PRESS-02.1). */
export const MOST_SCRIPT_FILES = 15;

const BUDGETS: Budget[] = [
  {
    pages: /^\/(404|faq|outages|legal\/.*|terms\/.*)$/,
    atFirstKb: 2,
    afterScrollingKb: 2,
    requests: 8,
  },
  // Vite's loader of the booking's script, which only a browser with a booking asks for, is 1.2 kB;
  // the words of its dates are messages.
  { pages: /^\/$/, atFirstKb: 4.65, afterScrollingKb: 95, requests: 10 },
  { pages: /^\/tx\//, atFirstKb: 3.4, afterScrollingKb: 153, requests: 8 },
  {
    pages: /^\/generator-config$/,
    atFirstKb: 3,
    afterScrollingKb: 90,
    requests: 8,
  },
  { pages: /^\/system-recommendation$/, atFirstKb: 103, afterScrollingKb: 112 },
  {
    pages: /^\/(order|gas-check|reviews|test-proposal)$/,
    atFirstKb: 100,
    afterScrollingKb: 100,
  },
  // It shows the record of an installation too; as a part of its own that would weigh more elsewhere.
  { pages: /^\/verify$/, atFirstKb: 102, afterScrollingKb: 102 },
  {
    pages: /^\/(installation-wizard|generator-selection|installation-date)$/,
    ...APPLICATION,
  },
  // Opened without an order they lead to step 1, so both parts are loaded.
  {
    pages: /^\/(finalize-installation|confirm-appointment)$/,
    atFirstKb: 155,
    afterScrollingKb: 155,
  },
  { pages: /^\/my-booking\/photos$/, atFirstKb: 156, afterScrollingKb: 156 },
  // The rules of phone numbers weigh what is over; the page cut in two would weigh more elsewhere.
  { pages: /^\/diagnostic/, atFirstKb: 151, afterScrollingKb: 151 },
  {
    pages: /^\/(visit-payment-.*|order-payment-.*|my-booking.*|quote)$/,
    ...APPLICATION,
  },
  // staff-sign-in.spec.ts checks the whole console.
  { pages: /^\/staff(\/crew)?$/, atFirstKb: 300, afterScrollingKb: 300 },
];

export function budgetOf(path: string): Budget {
  const budget = BUDGETS.find(({ pages }) => pages.test(path));
  if (!budget) throw new Error(`${path} has no budget: give it one in budgets.ts`);
  return budget;
}

type Weight = { gzipKb: number; brotliKb: number };
type Scripts = Weight & { files: number };

const measure = (text: string | Buffer): Weight => ({
  gzipKb: gzipSync(text, { level: 9 }).length / 1000,
  brotliKb: brotliCompressSync(text).length / 1000,
});

const cache = new Map<string, Weight>();

// Read from the build, because the browser may have dropped a response by the time it is weighed.
function weightOfFile(path: string): Weight {
  const file = existsSync(DIST + path)
    ? DIST + path
    : `${process.env.RELEASE_BEFORE}/web/dist${path}`;
  const weight = cache.get(path) ?? measure(readFileSync(file));
  cache.set(path, weight);
  return weight;
}

const total = (weights: Weight[]): Weight => ({
  gzipKb: weights.reduce((sum, { gzipKb }) => sum + gzipKb, 0),
  brotliKb: weights.reduce((sum, { brotliKb }) => sum + brotliKb, 0),
});

export const formatScripts = ({ gzipKb, brotliKb, files }: Scripts) =>
  `${gzipKb.toFixed(1)} kB (${brotliKb.toFixed(1)}) in ${files} files`;

/**
 * Watch a page's scripts. Call it before the page opens; the returned function weighs all loaded so
 * far.
 */
export function weighScripts(page: Page) {
  const files = new Set<string>();
  const asked = new Set<Request>();
  const quiet = quietOf(page);
  let isLeaving = false;
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.add(request);
    else if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      isLeaving = true;
  });
  // A page that leads elsewhere before it shows anything is weighed where it leads.
  page.on("framenavigated", (frame) => {
    if (!isLeaving || frame !== page.mainFrame()) return;
    isLeaving = false;
    asked.clear();
    files.clear();
  });
  page.on("requestfinished", (request) => {
    if (asked.has(request)) files.add(new URL(request.url()).pathname);
  });
  return async (): Promise<Scripts> => {
    await quiet();
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src], [type$=json])")]
        .map((script) => script.textContent)
        .join("\n"),
    );
    const weights = [...[...files].map(weightOfFile), ...(inline ? [measure(inline)] : [])];
    return { ...total(weights), files: files.size };
  };
}
