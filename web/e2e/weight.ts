/** Weight of the scripts that a page loaded, as built. */
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { DIST, quietOf } from "./pages.ts";

type Weight = { gzipKb: number; brotliKb: number };

const measure = (text: string | Buffer): Weight => ({
  gzipKb: gzipSync(text, { level: 9 }).length / 1000,
  brotliKb: brotliCompressSync(text).length / 1000,
});

const cache = new Map<string, Weight>();

// Read from the build, because the browser may have dropped a response by the time it is weighed.
function weightOfFile(path: string): Weight {
  const weight = cache.get(path) ?? measure(readFileSync(DIST + path));
  cache.set(path, weight);
  return weight;
}

const total = (weights: Weight[]): Weight => ({
  gzipKb: weights.reduce((sum, { gzipKb }) => sum + gzipKb, 0),
  brotliKb: weights.reduce((sum, { brotliKb }) => sum + brotliKb, 0),
});

export const formatWeight = ({ gzipKb, brotliKb }: Weight) =>
  `${gzipKb.toFixed(1)} (${brotliKb.toFixed(1)})`;

/**
 * Watch a page's scripts. Call it before the page opens; the returned function weighs all loaded so
 * far.
 */
export function weighScripts(page: Page) {
  const files = new Set<string>();
  const quiet = quietOf(page);
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") files.add(new URL(request.url()).pathname);
  });
  return async () => {
    await quiet();
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src], [type$=json])")]
        .map((script) => script.textContent)
        .join("\n"),
    );
    return total([...[...files].map(weightOfFile), ...(inline ? [measure(inline)] : [])]);
  };
}
