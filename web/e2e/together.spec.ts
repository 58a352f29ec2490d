/** An application requests all its scripts at once, none only after another has loaded. */
import type { Page } from "@playwright/test";
import { sample } from "./sampling.ts";
import { expect, test } from "./test.ts";

const APPLICATIONS = ["/installation-wizard", "/installation-date", "/my-booking", "/verify"];

// Paths of all requested scripts; the requests are never answered.
async function withholdScripts(page: Page): Promise<Set<string>> {
  const requested = new Set<string>();
  await page.route("**/_astro/*.js", (route) => {
    requested.add(new URL(route.request().url()).pathname);
  });
  return requested;
}

const preloadList = async (page: Page): Promise<string[]> =>
  (await page.locator("astro-island").first().getAttribute("data-files"))?.split(" ") ?? [];

for (const path of sample(APPLICATIONS))
  test(`${path} asks for all its scripts at once`, async ({ page }) => {
    const requested = await withholdScripts(page);

    await page.goto(path, { waitUntil: "domcontentloaded" });

    const files = await preloadList(page);
    expect(files.length).toBeGreaterThan(5);
    await expect.poll(() => [...requested].sort()).toEqual([...files].sort());
  });

test("the hero's box asks for all its scripts at the first touch", async ({ page }) => {
  const requested = await withholdScripts(page);
  await page.goto("/");
  const before = requested.size;

  await page
    .getByRole("combobox", { name: /address/i })
    .first()
    .focus();

  const files = await preloadList(page);
  await expect.poll(() => files.filter((file) => requested.has(file))).toEqual(files);
  expect(files.length).toBeGreaterThan(before);
});
