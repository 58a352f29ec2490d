/** Pictures of what a visitor sees, one folder for each width, for looking at and for comparing. */
import type { Page } from "@playwright/test";
import { expectSamePicture } from "../e2e/pictures.ts";

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** The whole page in a window as tall as it is: what sticks to an edge stands at its end. */
export async function keepStep(page: Page, name: string) {
  const window = page.viewportSize();
  if (!window) throw new Error("A picture needs a window.");
  const height = await page.evaluate(() => document.body.scrollHeight);
  await page.setViewportSize({ width: window.width, height });
  await keepTop(page, name);
  await page.setViewportSize(window);
}

/** Only what the window shows: a modal, a menu. */
export async function keepWindow(page: Page, name: string) {
  await expectSamePicture(page, name, { fullPage: false });
}

export async function keepTop(page: Page, name: string) {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await keepWindow(page, name);
}
