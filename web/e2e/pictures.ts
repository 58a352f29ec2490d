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
];

type Held = Window & { letGo?: () => void };

/** Compare the whole page with its stored picture; differences are reported at the end. */
export async function expectSamePicture(page: Page, where: string, { fullPage = true } = {}) {
  const width = page.viewportSize()?.width ?? 0;
  const file = basename(test.info().file, ".spec.ts");
  const name = `${file} ${where}`.replaceAll(/[^a-z0-9]+/gi, "-").replace(/-$/, "");
  await page.evaluate(holdStill, CHANGING);
  await expect
    .soft(page)
    .toHaveScreenshot([String(width), `${name}.png`], { fullPage, animations: "disabled" });
  await page.evaluate(() => (window as Held).letGo?.());
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
