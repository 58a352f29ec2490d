/** The built pages, and helpers for tests of all of them. */
import { readdirSync, readFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";

/** Folder of the built pages. */
export const DIST = process.env.STANDBY_PAGES ?? `${import.meta.dirname}/../dist`;

/** Path of every built page; 404.html is served for all other paths. */
export const builtPages: readonly string[] = readdirSync(DIST, {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".html") && !/^(404\.html$|dev\/|\.)/.test(file))
  .map((file) => `/${file.replace(/(^|\/)index\.html$/, "").replace(/\.html$/, "")}`)
  .sort();

export const NO_SUCH_PAGE = "/no-such-page";

/** Whether search engines may list the page. */
export const isPublic = (path: string) =>
  path !== NO_SUCH_PAGE && !fileOf(path).includes('name="robots" content="noindex');

function fileOf(path: string): string {
  return readFileSync(`${DIST}${path === "/" ? "/index" : path}.html`, "utf8");
}

/** Pixels by which a page scrolls sideways in a window of this width. */
export async function beyondTheEdge(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 640 });
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/**
 * Scroll to the end and back, twice: content that hydrates when visible may itself contain such
 * content, as the map does. `quiet` is awaited in between.
 */
export async function scrollThrough(page: Page, quiet: () => Promise<unknown>) {
  for (const _ of ["asleep", "awake"]) {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo({ top: y, behavior: "instant" });
        // Headless Chromium sometimes stops drawing frames, so the wait has a limit.
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
          setTimeout(resolve, 250);
        });
      }
      window.scrollTo({ top: 0, behavior: "instant" });
    });
    await quiet();
  }
}

/** Open a page, follow its redirect if any, scroll through it, and wait until it is quiet. */
export async function openWhole(page: Page, path: string) {
  const quiet = quietOf(page);
  await page.goto(path);
  await quiet();
  await scrollThrough(page, quiet);
}

/**
 * Watch a page's requests. Call it before the page opens; the returned function resolves when none
 * is pending and none has started for two frames, in which a loaded script may request more.
 */
export function quietOf(page: Page) {
  const pending = new Set<Request>();
  const remove = (request: Request) => void pending.delete(request);
  page.on("request", (request) => void pending.add(request));
  page.on("requestfinished", remove);
  page.on("requestfailed", remove);
  return async () => {
    do {
      await Promise.all([...pending].map(ended));
      await page.evaluate(drawnTwice);
    } while (pending.size > 0);
  };
}

const ended = async (request: Request) => (await request.response())?.finished();

const drawnTwice = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 250);
  });
