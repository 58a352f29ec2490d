/** Pictures of what a visitor sees, one folder for each width. */
import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { openWhole } from "../e2e/pages.ts";

const FOLDER = `${import.meta.dirname}/../../var/screenshots`;

export const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

export function fileOf(page: Page, name: string): string {
  const folder = `${FOLDER}/${page.viewportSize()?.width}`;
  mkdirSync(folder, { recursive: true });
  return `${folder}/${name}.png`;
}

/** The whole page as it stands. */
export async function keepPage(page: Page, name: string) {
  await page.screenshot({ path: fileOf(page, name), fullPage: true, animations: "disabled" });
}

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
  await page.screenshot({ path: fileOf(page, name), animations: "disabled" });
}

export async function keepTop(page: Page, name: string) {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await keepWindow(page, name);
}

export async function openAndKeep(page: Page, path: string, name = nameOf(path)) {
  await openWhole(page, path);
  await keepPage(page, name);
}

const nameOf = (path: string) => path.slice(1).replaceAll("/", "-") || "home";
