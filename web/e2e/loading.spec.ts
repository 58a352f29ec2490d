/** How a page loads: nothing moves while it arrives in small pieces. */
import type { ServerResponse } from "node:http";
import { startServer } from "./nearby-server.ts";
import { builtPages, isPublic, quietOf } from "./pages.ts";
import { sample, WHOLE } from "./sampling.ts";
import { expect, test } from "./test.ts";

const PIECE_BYTES = 1500;
const PAUSE_MS = 25;
// Highest allowed layout shift score; search engines call 0.1 good.
const WINDOWS = [
  { width: 412, most: 0.001 },
  { width: 768, most: 0.01 },
  { width: 1440, most: 0.01 },
];
// The other cities are made by the same code as The Woodlands.
const PATHS = [...builtPages.filter(isPublic), "/installation-wizard"].filter(
  (path) => !path.startsWith("/tx/") || /houston|the-woodlands/.test(path),
);
const KINDS = [/^\/$/, /^\/tx\//, /^\/(?!$|tx\/)/].map((kind) =>
  PATHS.filter((path) => kind.test(path)),
);

declare global {
  interface Window {
    shifts: number[];
  }
}

for (const { width, most } of sample(WINDOWS))
  for (const path of WHOLE ? PATHS : KINDS.flatMap(sample))
    test(`nothing moves while ${path} comes in pieces, ${width} px wide`, async ({
      page,
      product,
    }) => {
      const quiet = quietOf(page);
      await page.setViewportSize({ width, height: 823 });
      await page.addInitScript(recordShifts);
      const slow = await startSlowServer(product.site);

      await page.goto(slow.site + path);
      await quiet();

      const shifts = await page.evaluate(() => window.shifts);
      expect(shifts.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(most);
      slow.end();
    });

function recordShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("value" in entry) window.shifts.push(Number(entry.value));
    }
  }).observe({ type: "layout-shift", buffered: true });
}

// The same site with every page sent in small pieces.
const startSlowServer = (site: string) =>
  startServer(async (request, response) => {
    const upstream = await globalThis.fetch(new URL(request.url ?? "/", site));
    const kind = upstream.headers.get("content-type") ?? "";
    response.writeHead(upstream.status, { "content-type": kind });
    const body = Buffer.from(await upstream.arrayBuffer());
    if (kind.startsWith("text/html")) await sendInPieces(response, body);
    else response.end(body);
  });

async function sendInPieces(response: ServerResponse, body: Buffer) {
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    response.write(body.subarray(from, from + PIECE_BYTES));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  response.end();
}
