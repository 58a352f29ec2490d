/** What the scripts of a page weigh, as they really came. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

type Weight = { gzipKb: number; brotliKb: number };

const weighed = (text: string | Buffer): Weight => ({
  gzipKb: gzipSync(text, { level: 9 }).length / 1000,
  brotliKb: brotliCompressSync(text).length / 1000,
});

const together = (weights: Weight[]): Weight => ({
  gzipKb: weights.reduce((sum, { gzipKb }) => sum + gzipKb, 0),
  brotliKb: weights.reduce((sum, { brotliKb }) => sum + brotliKb, 0),
});

export const inWords = ({ gzipKb, brotliKb }: Weight) =>
  `${gzipKb.toFixed(1)} (${brotliKb.toFixed(1)})`;

/** Call it before the page opens; what it gives weighs all that came until then. */
export function weighScripts(page: Page) {
  const files = new Map<string, Promise<Weight>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script" || files.has(response.url())) return;
    files.set(response.url(), response.body().then(weighed));
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src]):not([type='application/ld+json'])")]
        .map((script) => script.textContent)
        .join("\n"),
    );
    const weights = await Promise.all(files.values());
    return together(inline ? [...weights, weighed(inline)] : weights);
  };
}
