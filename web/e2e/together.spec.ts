/** What an application needs is asked for at once: nothing is asked for only when another has come. */
import type { Page } from "@playwright/test";
import { sample } from "./sampling.ts";
import { expect, test } from "./test.ts";

const APPLICATIONS = ["/installation-wizard", "/installation-date", "/my-booking", "/verify"];

/** Every script that is asked for; none of them comes. */
async function withholdScripts(page: Page): Promise<Set<string>> {
  const asked = new Set<string>();
  await page.route("**/_astro/*.js", (route) => {
    asked.add(new URL(route.request().url()).pathname);
  });
  return asked;
}

const named = async (page: Page): Promise<string[]> =>
  (await page.locator("astro-island").first().getAttribute("data-files"))?.split(" ") ?? [];

for (const path of sample(APPLICATIONS))
  test(`${path} asks for all its scripts at once`, async ({ page }) => {
    const asked = await withholdScripts(page);

    await page.goto(path, { waitUntil: "domcontentloaded" });

    const files = await named(page);
    expect(files.length).toBeGreaterThan(5);
    await expect.poll(() => [...asked].sort()).toEqual([...files].sort());
  });

test("the hero's box asks for all its scripts at the first touch", async ({ page }) => {
  const asked = await withholdScripts(page);
  await page.goto("/");
  const before = asked.size;

  await page
    .getByRole("combobox", { name: /address/i })
    .first()
    .focus();

  const files = await named(page);
  await expect.poll(() => files.filter((file) => asked.has(file))).toEqual(files);
  expect(files.length).toBeGreaterThan(before);
});
