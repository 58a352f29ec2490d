/** Accessibility of dialogs and menus, at one of two widths chosen by the seed. */
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { openWhole, quietOf } from "./pages.ts";
import { sample } from "./sampling.ts";
import { expect, type Page, test } from "./test.ts";
import type { Look } from "./wizard.ts";

const WINDOWS = { phone: PHONE, desk: DESK };

type Overlay = {
  title: string;
  onlyOn?: "phone" | "desk";
  walk: (page: Page, look: Look) => Promise<void>;
};

const ELSEWHERE = "1600 Pennsylvania Ave, Washington, DC 20500";

const overlays: Overlay[] = [
  { title: "NAV-05 the menu of small screens", onlyOn: "phone", walk: menu },
  { title: "NAV-03 the service area menu", onlyOn: "desk", walk: serviceArea },
  { title: "HOME-06 the pricing explainer", walk: explainer },
  { title: "DIST-01 the distance helper, both steps", walk: distanceHelper },
  { title: "REC-01 REC-03 the energy modal and what it leads to", walk: energy },
  { title: "WIZ-01 Get Help", walk: help },
  { title: "ADDR-05 an address that is not covered", walk: notCovered },
];

for (const { title, onlyOn, walk } of overlays)
  for (const device of onlyOn ? [onlyOn] : sample(["phone", "desk"] as const))
    test(`${title} has no violation on a ${device}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(WINDOWS[device]);
      await walk(page, (name) => expectNoViolations(page, name));
    });

async function menu(page: Page, look: Look) {
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await look("menu");
}

async function serviceArea(page: Page, look: Look) {
  await page.goto("/");
  await page.locator("summary", { hasText: "Service Area" }).click();
  await look("service-area");
}

async function explainer(page: Page, look: Look) {
  await openWhole(page, "/");
  await page.getByRole("button", { name: "How this price adds up" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("pricing-explainer");
}

async function distanceHelper(page: Page, look: Look) {
  await openWhole(page, "/tx/houston/home-generator-installation");
  const opener = page.getByRole("link", { name: "Help me measure" });
  await opener.hover();
  await expect(page.locator("astro-island:not([ssr])", { has: opener })).toBeAttached();
  await opener.click();
  const helper = page.getByRole("dialog");
  await expect(helper.getByRole("checkbox")).toHaveCount(5);
  await look("distance-helper-1");
  for (const box of await helper.getByRole("checkbox").all()) await box.check();
  await helper.getByRole("button", { name: "Next" }).click();
  await helper.getByLabel("Your steps").fill("12");
  await look("distance-helper-2");
  await helper.getByLabel("Your steps").fill("80");
  await expect(helper.getByText(/Distance over \d+ ft detected\./)).toBeVisible();
  await expect(helper.getByRole("button", { name: "Request a quote" })).toBeVisible();
  await look("distance-helper-too-far");
  await helper.getByRole("button", { name: "Request a quote" }).click();
  await expect(helper.getByText("Please enter your name")).toBeVisible();
  await look("distance-helper-quote-refused");
}

async function energy(page: Page, look: Look) {
  await openWhole(page, "/generator-config");
  await page.getByRole("button", { name: "See My Recommended Generator" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("energy");
  await page.getByRole("button", { name: "See System Recommendation" }).click();
  await expect(page.getByText("Please enter a valid address")).toBeVisible();
  await look("energy-refused");
  await page.getByRole("combobox", { name: "Address" }).fill("1204 Timber Ridge Dr, The Woodlands");
  await page.getByRole("option").first().click();
  await page.getByLabel("Average Electric Bill").fill("180");
  await page.getByRole("button", { name: "See System Recommendation" }).click();
  await expect(page).toHaveURL(/\/system-recommendation/);
  await expect(page.getByText("Select This System").first()).toBeVisible();
  await look("recommendation");
}

async function help(page: Page, look: Look) {
  await page.goto("/installation-wizard");
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  await page.getByRole("button", { name: "Get Help" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("get-help");
}

async function notCovered(page: Page, look: Look) {
  const quiet = quietOf(page);
  await page.goto(`/installation-wizard?address=${encodeURIComponent(ELSEWHERE)}`);
  await expect(page.getByText("We're not in your area, yet.")).toBeVisible();
  await quiet();
  await look("not-covered");
}

test("HOME-06.2 under the pricing explainer the page does not scroll", async ({ page }) => {
  const opener = page.getByRole("button", { name: "How this price adds up" });
  const height = () => opener.evaluate((button) => button.getBoundingClientRect().top);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openWhole(page, "/");
  await opener.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const before = await height();

  await page.mouse.wheel(0, -800);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await height()).toBeCloseTo(before, 0);
  await page.mouse.wheel(0, -800);
  await expect.poll(height).toBeGreaterThan(before);
});
