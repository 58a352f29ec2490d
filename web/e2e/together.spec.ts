/** A page that is prerendered as a spinner requests all its scripts at once. */
import { sample } from "./sampling.ts";
import { expect, test } from "./test.ts";

const SPINNERS = ["/my-booking", "/my-booking/photos", "/order-payment-success", "/staff"];

for (const path of sample(SPINNERS))
  test(`${path} asks for all its scripts at once`, async ({ page }) => {
    const requested = new Set<string>();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/_astro/*.js", async (route) => {
      requested.add(new URL(route.request().url()).pathname);
      await isReleased;
      await route.continue();
    });

    await page.goto(path, { waitUntil: "commit" });
    const preloads = page.locator("link[rel=modulepreload]");
    await expect(preloads).not.toHaveCount(0);
    const listed = await preloads.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLLinkElement).href).pathname),
    );
    await expect.poll(() => [...requested].sort()).toEqual(listed.sort());

    // What comes later is only what no first picture needs.
    release();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
