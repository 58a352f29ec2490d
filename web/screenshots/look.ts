/** Takes screenshots, one folder per width, to look at and to compare. */
import type { Locator, Page } from "@playwright/test";
import { expectSamePicture, settle } from "../e2e/pictures.ts";

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Take the whole page in a window as tall as the page, so that sticky parts are at its end. */
export async function keepStep(page: Page, name: string) {
  const window = page.viewportSize();
  if (!window) throw new Error("A picture needs a window.");
  await settle(page); // what is still fetched makes the page taller
  const height = await page.evaluate(() => document.body.scrollHeight);
  await page.setViewportSize({ width: window.width, height });
  await keepTop(page, name);
  await page.setViewportSize(window);
}

/** Take only the visible part: a modal, a menu. */
export async function keepWindow(page: Page, name: string) {
  await expectSamePicture(page, name, { fullPage: false });
}

export async function keepTop(page: Page, name: string) {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await keepWindow(page, name);
}

/** Take the window from this part of the page on. */
export async function keepFrom(page: Page, part: Locator, name: string) {
  await settle(page); // what is still fetched above it would push it down
  await part.evaluate((here) => here.scrollIntoView({ block: "start", behavior: "instant" }));
  await keepWindow(page, name);
}

/** Show dots for the token in a field's address, which is another one in each run. */
export async function maskSecret(field: Locator) {
  await field.evaluate((input: HTMLInputElement) => {
    input.value = input.value.replace(/[^/=]{20,}/, "…");
  });
}
