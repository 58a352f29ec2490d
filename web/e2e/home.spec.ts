/** The home page on a phone: its length, what is folded, and the way back to the address. */
import { expect, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };
const MOST_SCREENS = 10;

test.use({ viewport: PHONE });

test("HOME-09.1 the home page of a phone is ten screens high, with the address in reach on each", async ({
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

test("HOME-09.1 every section of a phone stands open, and its claims have a picture or a figure", async ({
  page,
}) => {
  await page.goto("/");
  // Questions and the rest of the founder's note are specified to unfold.
  const folds = page.locator("main details:not(#faq details, .founder-note-rest)");
  await expect(folds).toHaveCount(0);
  for (const section of ["gallery", "benefits", "stories"]) {
    const figure = page.locator(`#${section} :is(img, svg[role=img])`).first();
    await page.locator(`#${section}`).scrollIntoViewIfNeeded(); // pictures wait until they are near
    await expect(figure).toBeVisible();
  }
  for (const figure of ["2–3%", "7+", "$16–20k"])
    await expect(page.locator("#value").getByText(figure).first()).toBeVisible();
  for (const heading of ["Reserve your date", "Flat-rate distance pricing", "The lights come back"])
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
});
