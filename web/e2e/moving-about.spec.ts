/** Navigation: the site bar, its links, and the scroll position of a new page. */
import { expect, type Page, test } from "./test.ts";
import { beginAtAddress } from "./wizard.ts";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const HOUSTON = "/tx/houston/home-generator-installation";

const scrolledBy = (page: Page) => page.evaluate(() => scrollY);
const scrollDown = (page: Page) =>
  page.evaluate(() => window.scrollTo({ top: 2000, behavior: "instant" }));

test("NAV-04.2 NAV-04.4 NAV-05.1 the bar: all of it on a desk, on a phone the logo and the menu icon; its links scroll smoothly to their sections", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("link")).toHaveCount(1);
  await expect(bar.getByRole("link", { name: /^Standby/ })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Menu" })).toBeVisible();

  await page.setViewportSize(DESK);
  expect((await bar.boundingBox())?.height).toBe(64);
  await expect(bar.getByRole("link", { name: "Free Estimate", exact: true })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Call (713) 555-0142" })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Menu" })).toBeHidden();
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
  for (const [name, section] of [
    ["How it Works", "#benefits"],
    ["Pricing", "#pricing-clarity"],
    ["Reviews", "#stories"],
  ] as const) {
    await bar.getByRole("link", { name, exact: true }).click();
    await expect
      .poll(async () => Math.abs((await page.locator(section).boundingBox())?.y ?? 999))
      .toBeLessThan(130);
  }
});

test("NAV-03.3 NAV-03.4 Service Area goes to Houston's covered area, and scrolls to it there", async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  for (const from of ["/", HOUSTON]) {
    await page.goto(from);
    await page.locator("summary", { hasText: "Service Area" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Houston" }).click();

    await expect(page).toHaveURL(new RegExp(`${HOUSTON}#coverage-section$`));
    await expect(page.locator("#coverage-section")).toBeInViewport();
  }
});

test("NAV-02 NAV-06.1 another page and another step of the wizard begin at their top; the footer leads back to it", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await scrollDown(page);
  expect(await scrolledBy(page)).toBeGreaterThan(0);
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(/\/faq$/);
  expect(await scrolledBy(page)).toBe(0);

  const back = page.getByRole("link", { name: "Back to top" });
  await back.scrollIntoViewIfNeeded();
  await expect.poll(() => scrolledBy(page)).toBeGreaterThan(0);
  await back.click();
  await expect.poll(() => scrolledBy(page)).toBe(0);

  await beginAtAddress(page);
  await page.getByRole("radio", { name: /0.25 ft/ }).check();
  await scrollDown(page);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Do you need a generator?" })).toBeVisible();
  await expect.poll(() => scrolledBy(page)).toBe(0);
});
