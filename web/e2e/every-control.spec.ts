/**
 * One press, one effect (PRESS-01): every control of every public page, found in the page itself,
 * does for one press what it does on a page that has long been loaded. It is pressed while scripts
 * are still out, while calls fail, by a mouse that is held down, and by touch.
 *
 * Of controls alike, such as ZIP codes or days, one is pressed. The bar and the foot of the site
 * are pressed on the home page.
 */
import type { Browser, BrowserContext } from "@playwright/test";
import {
  type Control,
  controlNamed,
  controlsOf,
  isAsleep,
  middleOf,
  prepareControls,
  stateOf,
} from "./controls.ts";
import { builtPages, quietOf } from "./pages.ts";
import { sample, sampleOf, WHOLE } from "./sampling.ts";
import { expect, type Page, test } from "./test.ts";
import {
  ADDRESS,
  beginAtAddress,
  chooseDay,
  chooseInTheWizard,
  fillContact,
  reserve,
} from "./wizard.ts";

const HELD_MS = 90;
const REACTION_MS = 200;
const STILL_MS = 600;
const SETTLED_WITHIN_MS = 12_000;
const IN_A_SAMPLE = 8;
const PHONE = { width: 390, height: 844 };

// The other cities and texts are made by the same code; without an order a page leads to another.
const ELSEWHERE =
  /^\/(staff|legal\/|terms\/|tx\/(?!houston)|confirm|visit-payment-success|order-payment|my-booking\/)/;
const PATHS = builtPages.filter((path) => !ELSEWHERE.test(path));
const ENERGY_DATA = JSON.stringify({ address: ADDRESS, electricBill: "180", kwhUsage: "" });
const FINALIZE = "/finalize-installation";
const BOOKING = ["/installation-wizard", "/generator-selection", "/installation-date", FINALIZE];

// Nobody opens a trace of hundreds of pages.
test.use({ trace: "off" });

type Way = { name: string; lateMs: number; isFailing?: boolean; isTouch?: boolean };

const WAYS: readonly Way[] = [
  { name: "scripts 300 ms late, by mouse", lateMs: 300 },
  { name: "scripts 1 s late, by touch", lateMs: 1000, isTouch: true },
  { name: "scripts 1 s late, by mouse", lateMs: 1000 },
  { name: "failing calls, by mouse", lateMs: 300, isFailing: true },
  { name: "failing calls, by touch", lateMs: 1000, isFailing: true, isTouch: true },
];

for (const path of sample(PATHS))
  test(`PRESS-01.1 PRESS-01.2 on ${path} one press of a control has one effect`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(WHOLE ? 3_600_000 : 120_000);
    const visitor = await visitorOf(path, { browser, baseURL: baseURL ?? "" });
    const { controls, unpressed } = await survey(visitor);
    console.log(`${visitor.path}: ${controls.length} controls`);
    for (const [index, control] of sampleOf(controls, IN_A_SAMPLE).entries())
      await pressInEachWay(visitor, control, unpressed, index);
  });

type Product = { browser: Browser; baseURL: string };
type Visitor = Product & {
  path: string;
  /** What the tab keeps, and the browser. */
  kept: Record<string, string>;
  cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
};

/** Somebody who has what the page needs: figures, a draft, a held day. */
async function visitorOf(path: string, product: Product): Promise<Visitor> {
  const stranger = { ...product, path: "/", kept: {}, cookies: [] };
  if (path === "/system-recommendation")
    return { ...stranger, path, kept: { energyData: ENERGY_DATA } };
  if (!BOOKING.includes(path)) return { ...stranger, path };
  const { page } = await open(stranger, { isFailing: false });
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  if (path === FINALIZE) {
    await chooseDay(page);
    await fillContact(page, "every-control@example.org");
    await reserve(page);
  }
  const unified = await page.evaluate(() => window.sessionStorage.getItem("unified") ?? "");
  const cookies = await page.context().cookies();
  const { search } = new URL(page.url());
  await page.context().close();
  return {
    ...stranger,
    path: path === FINALIZE ? path + search : path,
    kept: { unified },
    cookies,
  };
}

/** The controls of a page that has been loaded, and what it says before a press. */
async function survey(visitor: Visitor) {
  const opened = await open(visitor, { isFailing: false });
  const unpressed = await settled(opened);
  const controls = await controlsOf(opened.page);
  await opened.page.context().close();
  return { controls, unpressed };
}

async function pressInEachWay(visitor: Visitor, control: Control, unpressed: State, index: number) {
  const ways = WHOLE ? WAYS : [WAYS[index % WAYS.length] as Way];
  const fine = await effectOnceLoaded(visitor, control, false);
  // One that is chosen already stays so.
  if (!control.isChosen)
    expect.soft(fine, `${control.name}: a press does something`).not.toEqual(unpressed);
  const failing = ways.some(({ isFailing }) => isFailing)
    ? await effectOnceLoaded(visitor, control, true)
    : fine;
  for (const way of ways) {
    const expected = way.isFailing ? failing : fine;
    if (!expected) continue;
    const effect = await effectWhileLate(visitor, control, way, expected);
    expect.soft(effect, `${control.name}: one press, ${way.name}`).toEqual(expected);
  }
}

/** What one press does on a page that has long been loaded; null where it has no such control. */
async function effectOnceLoaded(
  visitor: Visitor,
  { name }: Control,
  isFailing: boolean,
): Promise<State | null> {
  const opened = await open(visitor, { isFailing });
  const { page } = opened;
  if (isFailing && (await isAsleep(page, name)) === null) {
    await page.context().close(); // it comes with what a call answers
    return null;
  }
  const { x, y } = await middleOf(await controlNamed(page, name));
  await page.mouse.move(x, y);
  await expect.poll(() => isAsleep(page, name)).toBe(false);
  await opened.quiet();
  await press(page, name, false);
  return settledAndClosed(opened);
}

/** What one press does on a page whose scripts come `lateMs` after it. */
async function effectWhileLate(
  visitor: Visitor,
  { name }: Control,
  { lateMs, isFailing = false, isTouch = false }: Way,
  expected: State,
): Promise<State> {
  const opened = await open(visitor, { isFailing, lateMs });
  const { page } = opened;
  // One that comes only with its script is pressed as soon as it is there.
  if ((await isAsleep(page, name)) === null) opened.letScriptsCome();
  await press(page, name, isTouch);
  opened.letScriptsCome();
  return settledAndClosed(opened, expected);
}

async function press(page: Page, name: string, isTouch: boolean) {
  const control = await controlNamed(page, name);
  const { x, y } = await standingMiddleOf(page, control);
  const select = control.asElement();
  if (select && (await control.evaluate((each) => each.localName === "select")))
    return void (await select.selectOption({ index: 1 }));
  if (isTouch) return page.touchscreen.tap(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(HELD_MS);
  await page.mouse.up();
}

/** Where a hand presses a control: in its middle, once it has stood still while the hand came. */
async function standingMiddleOf(page: Page, control: Parameters<typeof middleOf>[0]) {
  for (;;) {
    const before = await middleOf(control);
    await page.waitForTimeout(REACTION_MS);
    const now = await middleOf(control);
    if (now.x === before.x && now.y === before.y) return now;
  }
}

type Opened = {
  page: Page;
  /** Alerts, and calls that change something. */
  heard: string[];
  quiet: () => Promise<void>;
  letScriptsCome: () => void;
};

/** Opens a page in a new browser; with `lateMs`, its scripts come that long after they are let. */
async function open(
  { browser, baseURL, path, kept, cookies }: Visitor,
  { isFailing, lateMs }: { isFailing: boolean; lateMs?: number },
): Promise<Opened> {
  const context = await browser.newContext({
    baseURL,
    hasTouch: true,
    viewport: PHONE,
    reducedMotion: "reduce",
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await prepareControls(page);
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept))
      if (!window.sessionStorage.getItem(key)) window.sessionStorage.setItem(key, value);
  }, kept);
  if (isFailing) await failCalls(page);
  const heard = listenTo(page);
  const quiet = quietOf(page);
  if (lateMs === undefined) {
    await page.goto(path);
    await quiet();
    return { page, heard, quiet, letScriptsCome: () => {} };
  }
  const letScriptsCome = await holdScripts(page, lateMs);
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(
    () =>
      document.readyState !== "loading" &&
      performance.getEntriesByName("first-contentful-paint").length > 0,
  );
  return { page, heard, quiet, letScriptsCome };
}

async function holdScripts(page: Page, lateMs: number): Promise<() => void> {
  let letThemCome = () => {};
  const areLet = new Promise<void>((resolve) => {
    letThemCome = resolve;
  });
  await page.route("**/_astro/*.js", async (route) => {
    await areLet;
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    await route.continue().catch(() => {}); // the page was left meanwhile
  });
  return letThemCome;
}

const failCalls = (page: Page) =>
  page.route("**/api/**", (route) =>
    route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ status: 500, json: {} }),
  );

function listenTo(page: Page): string[] {
  const heard: string[] = [];
  page.on("dialog", (dialog) => {
    heard.push(dialog.message());
    void dialog.accept();
  });
  page.on("request", (request) => {
    if (request.method() !== "GET")
      heard.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return heard;
}

type State = { heard: string[] } & Partial<Awaited<ReturnType<typeof stateOf>>>;

async function settledAndClosed(opened: Opened, expected?: State): Promise<State> {
  const state = await settled(opened, expected);
  await opened.page.context().close();
  return state;
}

/** What a page says once it is still; with `expected`, waits until it says that. */
async function settled({ page, heard }: Opened, expected?: State): Promise<State> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  let before = "";
  let since = Date.now();
  for (;;) {
    const shown = await stateOf(page).catch(() => ({})); // it is on its way to another page
    const state = { ...shown, heard: heard.toSorted() };
    const now = JSON.stringify(state);
    if (now !== before) since = Date.now();
    before = now;
    const isStill = Date.now() - since > STILL_MS;
    if (isStill && (!expected || now === JSON.stringify(expected))) return state;
    if (Date.now() > deadline) return state;
    await page.waitForTimeout(100);
  }
}
