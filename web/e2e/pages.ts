/** The pages as they were built, and what every test of all of them does. */
import { readdirSync, readFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";

/** The built pages. */
export const DIST = process.env.STANDBY_PAGES ?? `${import.meta.dirname}/../dist`;

/** Every address that a file was built for; 404.html is served under any other one. */
export const builtPages: readonly string[] = readdirSync(DIST, {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".html") && file !== "404.html" && !file.startsWith("dev/"))
  .map((file) => `/${file.replace(/(^|\/)index\.html$/, "").replace(/\.html$/, "")}`)
  .sort();

export const NO_SUCH_PAGE = "/no-such-page";

/** Whether search engines may list it. */
export const isPublic = (path: string) =>
  path !== NO_SUCH_PAGE && !fileOf(path).includes('name="robots" content="noindex');

function fileOf(path: string): string {
  return readFileSync(`${DIST}${path === "/" ? "/index" : path}.html`, "utf8");
}

/** How many pixels a page can be scrolled sideways in a window of this width. */
export async function beyondTheEdge(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 640 });
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/**
 * To the end and back, twice: what wakes when it is seen may itself wait to be seen, as the map
 * does. `quiet` waits between until all that it asked for is there.
 */
export async function scrollThrough(page: Page, quiet: () => Promise<unknown>) {
  for (const _ of ["asleep", "awake"]) {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo({ top: y, behavior: "instant" });
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
      window.scrollTo({ top: 0, behavior: "instant" });
    });
    await quiet();
  }
}

/** Opened, where it leads elsewhere there, scrolled through, and quiet. */
export async function openWhole(page: Page, path: string) {
  const quiet = quietOf(page);
  await page.goto(path);
  await quiet();
  await scrollThrough(page, quiet);
}

/**
 * Call it before the page opens; what it gives waits until nothing is asked for any more. What
 * came is run, and may ask for more, before the browser has drawn twice.
 */
export function quietOf(page: Page) {
  const asked = new Set<Request>();
  const forget = (request: Request) => void asked.delete(request);
  page.on("request", (request) => void asked.add(request));
  page.on("requestfinished", forget);
  page.on("requestfailed", forget);
  return async () => {
    do {
      await Promise.all([...asked].map(ended));
      await page.evaluate(drawnTwice);
    } while (asked.size > 0);
  };
}

const ended = async (request: Request) => (await request.response())?.finished();

const drawnTwice = () =>
  new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
