/** Pages that come in pieces, as over a weak line or to a slow phone: what is shown stays put. */
import type { ServerResponse } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import { nearby } from "./nearby-server.ts";
import { publicPages } from "./pages.ts";

const PIECE_BYTES = 1500;
const PAUSE_MS = 25;
/** Of the page's surface times the way; search engines call 0.1 good. */
const MOST_SHIFT = { phone: 0.001, desk: 0.01 };
// The other thirteen cities are made by the same code as The Woodlands.
const PATHS = [...publicPages, "/installation-wizard"].filter(
  (path) => !path.startsWith("/tx/") || /houston|the-woodlands/.test(path),
);

declare global {
  interface Window {
    shifts: number[];
  }
}

for (const [name, width, most] of [
  ["phone", 412, MOST_SHIFT.phone],
  ["tablet", 768, MOST_SHIFT.desk],
  ["desk", 1440, MOST_SHIFT.desk],
] as const) {
  test(`NAV-09 nothing moves while pages come in pieces, ${name}`, async ({ page, baseURL }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 823 });
    await noteShifts(page);
    const slow = await slowedDown(String(baseURL));
    for (const path of PATHS) {
      await page.goto(slow.site + path, { waitUntil: "networkidle" });
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((all, one) => all + one, 0);
      expect.soft(sum, `${path}, ${width} px`).toBeLessThanOrEqual(most);
    }
    slow.end();
  });
}

async function noteShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) {
        if ("value" in entry) window.shifts.push(Number(entry.value));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The same site with every page sent piece by piece, and how to end it. */
function slowedDown(site: string) {
  return nearby(async (request, response) => {
    const answer = await globalThis.fetch(new URL(request.url ?? "/", site));
    const kind = answer.headers.get("content-type") ?? "";
    response.writeHead(answer.status, { "content-type": kind });
    const body = Buffer.from(await answer.arrayBuffer());
    if (kind.startsWith("text/html")) await sendInPieces(response, body);
    else response.end(body);
  });
}

async function sendInPieces(response: ServerResponse, body: Buffer) {
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    response.write(body.subarray(from, from + PIECE_BYTES));
    await new Promise((sent) => setTimeout(sent, PAUSE_MS));
  }
  response.end();
}
