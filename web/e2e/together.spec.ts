/** What an application needs is asked for at once: nothing is asked for only when another has come. */
import { expect, type Page, test } from "@playwright/test";

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

for (const path of ["/installation-wizard", "/installation-date", "/my-booking", "/verify"])
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
