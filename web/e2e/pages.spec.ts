/** Each kind of page, once on a phone and once on a desk: silent, for everybody, light, and in its place. */
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { budgetOf } from "./budgets.ts";
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
import { inWords, weighScripts } from "./weight.ts";

/** Made by the same code, they differ in words alone. */
const CITIES = builtPages.filter((path) => /^\/tx\/(?!houston)/.test(path));
const LEGAL = builtPages.filter((path) => /^\/(legal|terms)\//.test(path));
const ALIKE = [...CITIES, ...LEGAL];
const PATHS = [
  ...builtPages.filter((path) => !ALIKE.includes(path)),
  ...sample(CITIES),
  ...sample(LEGAL),
  NO_SUCH_PAGE,
];
/** Where a phone's first look counts, and the most that one answer weighs before anybody scrolls. */
const FIRST_LOOKS = /^\/($|tx\/|faq$|legal\/|terms\/|order$|installation-wizard$)/;
const HEAVIEST_KB = { document: 14, font: 12, image: 20 };
const LONGEST_MOTION_MS = 200;
/** Every day a phone is enough. */
const TAGS: Record<string, string[]> = { phone: ["@main"], desk: [] };

/** Without it /system-recommendation leads elsewhere before it is looked at. */
const ENERGY_TOLD = JSON.stringify({
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
      test(`${path} is silent, light, for everybody and in its place`, {
        tag: TAGS[device] ?? [],
      }, async ({ page }) => {
        const complaints = complaintsOf(page);
        const came = await openLight(page, path);
        if (device === "phone" && FIRST_LOOKS.test(path)) expectLightAtFirst(path, came);
        if (isPublic(path)) await expect.poll(() => longMotions(page)).toEqual([]);
        for (const width of [narrowest, context.viewport.width])
          expect.soft(await beyondTheEdge(page, width), `beyond the edge, ${width} px`).toBe(0);
        await page.setViewportSize(tall);
        await expectNoViolations(page, path);
        expect(complaints).toEqual([]);
      });
  });

const budget = (path: string) => budgetOf(path === NO_SUCH_PAGE ? "/404" : path);

/** Opened and scrolled through within its budget of scripts; what came before anybody scrolled. */
async function openLight(page: Page, path: string): Promise<Came[]> {
  await page.addInitScript(
    (told) => window.sessionStorage.setItem("energyData", told),
    ENERGY_TOLD,
  );
  const first = firstAnswers(page);
  const weigh = weighScripts(page);

  const answer = await page.goto(path);
  const atFirst = await weigh();
  const came = await first();
  await scrollThrough(page, weigh);
  const scrolled = await weigh();

  console.log(`${path}: ${inWords(atFirst)} kB, then ${inWords(scrolled)} kB`);
  expect(answer?.status()).toBe(path === NO_SUCH_PAGE ? 404 : 200);
  expect.soft(atFirst.gzipKb, "at first").toBeLessThanOrEqual(budget(path).atFirstKb);
  expect.soft(scrolled.gzipKb, "scrolled").toBeLessThanOrEqual(budget(path).afterScrollingKb);
  return came;
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

/**
 * Where 404 is the answer, and the browser's own line about it no complaint: no such page; and the
 * booking of a browser that booked nothing, which only asking can tell (its cookie is not for scripts).
 */
const NOTHING_THERE = [NO_SUCH_PAGE, "/api/my-booking", "/api/my-booking/photos"];
const isNothingThere = (url: string) => NOTHING_THERE.some((path) => url.endsWith(path));
/** A browser complains of what it fetched beforehand, and waits for a use of, in its own time. */
const isUnused = (words: string) => /api\/my-booking\S* was preloaded .* but not used/.test(words);

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const words = message.text();
    const isAnswer = isNothingThere(message.location().url) && words.includes("404");
    const isComplaint = ["error", "warning"].includes(message.type());
    if (isComplaint && !isAnswer && !isUnused(words)) complaints.push(words);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 400 && !(answer.status() === 404 && isNothingThere(answer.url())))
      complaints.push(`${answer.status()} ${answer.url()}`);
  });
  return complaints;
}

type Came = { type: string; bytes: number };

/** Call it before the page opens; it gives all that came before anybody scrolled. */
function firstAnswers(page: Page) {
  const quiet = quietOf(page);
  const came: Promise<Came>[] = [];
  page.on("requestfinished", (request) => {
    const type = request.resourceType();
    if (request.url().startsWith("http"))
      came.push(request.sizes().then(({ responseBodySize: bytes }) => ({ type, bytes })));
  });
  return async () => {
    await quiet();
    return Promise.all(came);
  };
}

function expectLightAtFirst(path: string, came: Came[]) {
  expect.soft(came.length, "requests").toBeLessThanOrEqual(budget(path).requests ?? 0);
  for (const [kind, most] of Object.entries(HEAVIEST_KB)) {
    const bytes = came.filter(({ type }) => type === kind).map((one) => one.bytes);
    expect.soft(Math.max(0, ...bytes) / 1000, `heaviest ${kind}`).toBeLessThanOrEqual(most);
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
