/** Each kind of page on a phone and on a desktop: console errors, accessibility, weight and layout. */
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { budgetOf, formatScripts, MOST_SCRIPT_FILES, weighScripts } from "./budgets.ts";
import {
  beyondTheEdge,
  builtPages,
  isPublic,
  NO_SUCH_PAGE,
  quietOf,
  scrollThrough,
} from "./pages.ts";
import { sample } from "./sampling.ts";
import { expect, type Page, test } from "./test.ts";

// Made by the same code, they differ in text only.
const CITIES = builtPages.filter((path) => /^\/tx\/(?!houston)/.test(path));
const LEGAL = builtPages.filter((path) => /^\/(legal|terms)\//.test(path));
const ALIKE = [...CITIES, ...LEGAL];
const PATHS = [
  ...builtPages.filter((path) => !ALIKE.includes(path)),
  ...sample(CITIES),
  ...sample(LEGAL),
  NO_SUCH_PAGE,
];
// Pages checked for the first load on a phone, and the largest single response before scrolling.
const FIRST_LOOKS = /^\/($|tx\/|faq$|legal\/|terms\/|order$|installation-wizard$)/;
const HEAVIEST_KB = { document: 16, font: 12, image: 20 };
// The home page's gallery is in sight on a phone without scrolling.
const HEAVIEST_ON_HOME_KB = { ...HEAVIEST_KB, image: 38 };
const LONGEST_MOTION_MS = 200;
// The daily run needs the phone only.
const TAGS: Record<string, string[]> = { phone: ["@main"], desk: [] };

// Without it, /system-recommendation redirects.
const ENERGY_DATA = JSON.stringify({
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  electricBill: "180",
  kwhUsage: "",
});
const DEVICES = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    narrowest: 320,
    tall: PHONE,
  },
  desk: {
    viewport: DESK,
    deviceScaleFactor: 1,
    isMobile: false,
    narrowest: 720, // 1440 at 200 %
    tall: DESK,
  },
};

for (const [device, { narrowest, tall, ...context }] of Object.entries(DEVICES))
  test.describe(`on a ${device}`, () => {
    test.use({ ...context, contextOptions: { reducedMotion: "reduce" } });

    for (const path of PATHS)
      test(`PRESS-02.1 ${path} is silent, light, for everybody and in its place`, {
        tag: TAGS[device] ?? [],
      }, async ({ page }) => {
        const complaints = complaintsOf(page);
        const responses = await openWithinBudget(page, path);
        if (device === "phone" && FIRST_LOOKS.test(path)) expectLightFirstLoad(path, responses);
        if (isPublic(path)) await expect.poll(() => longMotions(page)).toEqual([]);
        for (const width of [narrowest, context.viewport.width])
          expect.soft(await beyondTheEdge(page, width), `beyond the edge, ${width} px`).toBe(0);
        await page.setViewportSize(tall);
        // At the top, where no bar lies over a part of a link.
        await page.evaluate(() => window.scrollTo(0, 0));
        await expectNoViolations(page, path);
        expect(complaints).toEqual([]);
      });
  });

const budget = (path: string) => budgetOf(path === NO_SUCH_PAGE ? "/404" : path);

// Opens and scrolls the page within its script budget; returns the responses before scrolling.
async function openWithinBudget(page: Page, path: string): Promise<ResponseSize[]> {
  await page.addInitScript(
    (data) => window.sessionStorage.setItem("energyData", data),
    ENERGY_DATA,
  );
  const firstLoad = watchFirstLoad(page);
  const weigh = weighScripts(page);

  const response = await page.goto(path);
  const atFirst = await weigh();
  const responses = await firstLoad();
  await scrollThrough(page, weigh);
  const scrolled = await weigh();

  console.log(`${path}: ${formatScripts(atFirst)}, then ${formatScripts(scrolled)}`);
  expect(response?.status()).toBe(path === NO_SUCH_PAGE ? 404 : 200);
  expect.soft(atFirst.gzipKb, "at first").toBeLessThanOrEqual(budget(path).atFirstKb);
  expect.soft(atFirst.files, "script files").toBeLessThanOrEqual(MOST_SCRIPT_FILES);
  expect.soft(scrolled.gzipKb, "scrolled").toBeLessThanOrEqual(budget(path).afterScrollingKb);
  return responses;
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of PATHS.filter(isPublic))
    test(`NAV-09.1 ${path} is shown whole`, async ({ page }) => {
      await page.goto(path);

      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    });
});

// A 404 is expected here, so the browser's console line about it is no complaint: a missing page,
// and the booking of a browser that has none. Only a request can find that out, because the cookie
// is HttpOnly.
const MAY_BE_MISSING = [NO_SUCH_PAGE, "/api/my-booking", "/api/my-booking/photos"];
const mayBeMissing = (url: string) => MAY_BE_MISSING.some((path) => url.endsWith(path));
// The browser warns after a while about a preload that was not used yet.
const isUnusedPreload = (text: string) =>
  /api\/my-booking\S* was preloaded .* but not used/.test(text);

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    const isExpected404 = mayBeMissing(message.location().url) && text.includes("404");
    const isComplaint = ["error", "warning"].includes(message.type());
    if (isComplaint && !isExpected404 && !isUnusedPreload(text)) complaints.push(text);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !(response.status() === 404 && mayBeMissing(response.url())))
      complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

type ResponseSize = { type: string; bytes: number };

// Call it before the page opens; the returned function gives all responses before scrolling.
function watchFirstLoad(page: Page) {
  const quiet = quietOf(page);
  const responses: Promise<ResponseSize>[] = [];
  page.on("requestfinished", (request) => {
    const type = request.resourceType();
    if (request.url().startsWith("http"))
      responses.push(request.sizes().then(({ responseBodySize: bytes }) => ({ type, bytes })));
  });
  return async () => {
    await quiet();
    return Promise.all(responses);
  };
}

function expectLightFirstLoad(path: string, responses: ResponseSize[]) {
  expect.soft(responses.length, "requests").toBeLessThanOrEqual(budget(path).requests ?? Infinity);
  for (const [kind, limit] of Object.entries(path === "/" ? HEAVIEST_ON_HOME_KB : HEAVIEST_KB)) {
    const bytes = responses.filter(({ type }) => type === kind).map((one) => one.bytes);
    expect.soft(Math.max(0, ...bytes) / 1000, `heaviest ${kind}`).toBeLessThanOrEqual(limit);
  }
}

const longMotions = (page: Page) =>
  page.evaluate(
    (longest) =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > longest)
        .map(
          (motion) =>
            motion.id || ("animationName" in motion && motion.animationName) || "transition",
        ),
    LONGEST_MOTION_MS,
  );
