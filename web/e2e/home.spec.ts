/** The home page on a phone: its length, what is folded, and the way back to the address. */
import { expect, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };
const MOST_SCREENS = 10;

test.use({ viewport: PHONE });

test("the home page of a phone is ten screens high, with the address in reach on each", async ({
  page,
}) => {
  await page.goto("/");
  const bar = page.locator("#address-bar");
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height / PHONE.height).toBeLessThanOrEqual(MOST_SCREENS);

  // The first screen has the address box itself.
  await expect(page.getByRole("combobox", { name: "Home address" })).toBeInViewport();
  for (let top = PHONE.height; top < height; top += PHONE.height) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
    await expect(bar).toBeInViewport({ ratio: 1 });
  }

  await bar.click();
  await expect(page.getByRole("combobox", { name: "Home address" })).toBeInViewport();
});

test("a folded section opens by its label, and by a link to it; on a desk it is open", async ({
  page,
}) => {
  await page.goto("/");
  const steps = page.getByRole("heading", { name: "Reserve your date" });
  const benefit = page.getByRole("heading", { name: "Flat-rate distance pricing" });
  await expect(steps).toBeHidden();
  await page.getByText("See the six steps").click();
  await expect(steps).toBeVisible();

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).getByText("How it Works").click();
  await expect(benefit).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/faq");
  await page.goto("/");
  for (const heading of [steps, benefit]) await expect(heading).toBeVisible();
  await expect(page.getByText("See the six steps")).toBeHidden();
});
