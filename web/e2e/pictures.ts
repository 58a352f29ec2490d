/** Pictures of every checked state, taken by `make screenshots` and `make compare`. */
import { basename } from "node:path";
import { expect, type Page, test } from "@playwright/test";

export const PICTURES = Boolean(process.env.PICTURES);

// Text that differs between two runs of the same code: times, and random names and codes.
const CHANGING = [
  { shape: String.raw`\d{1,2}:\d{2}(:\d{2})?(\s[AaPp]\.?[Mm]\.?)?`, becomes: "12:00 PM" },
  { shape: String.raw`\b\d+ (second|minute)s? ago`, becomes: "1 minute ago" },
  { shape: String.raw`\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`, becomes: "00000000" },
  { shape: String.raw`\b[0-9a-f]{8,64}\b`, becomes: "00000000" },
  { shape: String.raw`\bcs_test_[0-9a-f]{4}\b`, becomes: "cs_test_0000" },
  { shape: String.raw`\b(?=[A-Z]*[0-9])[0-9A-Z]{16}\b`, becomes: "0000000000000000" }, // price receipts
  { shape: String.raw`\bwaiting to be sent$`, becomes: "sent" }, // the worker sends at its own pace
];
// Edges of rounded corners are drawn a shade darker or lighter from one run to the next.
const LIMITS = { threshold: 0.05, maxDiffPixels: 20 };

type Held = Window & { letGo?: () => void };

/** Compare the whole page with its stored picture; differences are reported at the end. */
export async function expectSamePicture(page: Page, where: string, { fullPage = true } = {}) {
  const width = page.viewportSize()?.width ?? 0;
  const file = basename(test.info().file, ".spec.ts");
  const name = `${file} ${where}`.replaceAll(/[^a-z0-9]+/gi, "-").replace(/-$/, "");
  await settle(page);
  await page.evaluate(holdStill, CHANGING);
  await expect.soft(page).toHaveScreenshot([String(width), `${name}.png`], { fullPage, ...LIMITS });
  await page.evaluate(() => (window as Held).letGo?.());
}

/**
 * Wait until nothing is fetched and fonts and pictures are drawn. The mouse leaves, because what
 * appears below it is hovered sooner or later. The scroll position is rounded: between two pixels,
 * edges are drawn differently.
 */
export async function settle(page: Page) {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    window.scrollTo({ top: Math.round(window.scrollY), behavior: "instant" });
    await document.fonts.ready;
    const drawn = [...document.images].filter(({ complete }) => complete);
    await Promise.all(drawn.map((picture) => picture.decode().catch(() => {})));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

// Replaces changing text by constants, also when a clock ticks meanwhile.
function holdStill(changing: typeof CHANGING) {
  const steady = (node: Node) => {
    const words = changing.reduce(
      (text, { shape, becomes }) => text.replaceAll(new RegExp(shape, "g"), becomes),
      node.nodeValue ?? "",
    );
    if (words !== node.nodeValue) node.nodeValue = words;
  };
  const steadyAll = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) steady(texts.currentNode);
  };
  const watch = new MutationObserver(steadyAll);
  steadyAll();
  watch.observe(document.body, { characterData: true, childList: true, subtree: true });
  (window as Held).letGo = () => watch.disconnect();
}
