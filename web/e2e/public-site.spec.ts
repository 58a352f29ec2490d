/** What section 2 of the specification says of the pages as a whole, where only a browser shows it. */
import { expect, type Page, test } from "@playwright/test";
import { openWhole } from "./pages.ts";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const HOUSTON = "/tx/houston/home-generator-installation";

const CITIES = [
  "houston",
  "the-woodlands",
  "tomball",
  "spring",
  "cypress",
  "katy",
  "sugar-land",
  "conroe",
  "pearland",
  "league-city",
  "humble",
  "pasadena",
  "baytown",
  "missouri-city",
  "kingwood",
];

const ROUTES = [
  "/",
  ...CITIES.map((city) => `/tx/${city}/home-generator-installation`),
  "/generator-config",
  "/system-recommendation",
  "/installation-wizard",
  "/generator-selection",
  "/installation-date",
  "/finalize-installation",
  "/confirm-appointment",
  "/visit-payment-success",
  "/visit-payment-cancelled",
  "/order",
  "/faq",
  "/legal/installation-agreement",
  "/legal/photo-review-policy",
  "/legal/privacy",
  "/legal/terms",
  "/terms/photo-review",
  "/terms/installation",
];

test("NAV-01 every route of the table is there", async ({ request }) => {
  for (const route of ROUTES) expect.soft((await request.get(route)).status(), route).toBe(200);
});

test("CITY-01 an unknown city is shown Houston's page, which names its own address", async ({
  page,
}) => {
  await page.goto("/tx/dallas/home-generator-installation");

  await expect(page.getByRole("heading", { level: 1 })).toContainText("Houston");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(HOUSTON));
});

test("CITY-01 Houston alone has the coverage section; every city has its sections in order", async ({
  page,
}) => {
  for (const city of CITIES) {
    await page.goto(`/tx/${city}/home-generator-installation`);
    const sections = await page.evaluate(() =>
      ["quote", "gallery", "how-it-works", "pricing", "faq"].map((id) =>
        Math.round(
          (document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN) + scrollY,
        ),
      ),
    );
    expect.soft(sections, city).toEqual(sections.toSorted((one, other) => one - other));
    expect
      .soft(await page.locator("#coverage-section").count(), city)
      .toBe(city === "houston" ? 1 : 0);
    await expect.soft(page.getByRole("link", { name: "Help me measure" }), city).toBeVisible();
  }
});

test("HOME-01 the sections of the home page in the order of the specification", async ({
  page,
}) => {
  await page.goto("/");

  const order = await page.evaluate(() =>
    [...document.querySelectorAll("main [id], footer")]
      .map((each) => each.id || each.tagName.toLowerCase())
      .filter((id) =>
        /^(quote|gallery|benefits|how-it-works|roi-value|value|pricing|pricing-clarity|stories|contact|quick-answer|faq|footer)$/.test(
          id,
        ),
      ),
  );

  expect(order.filter((id) => !["value", "pricing-clarity"].includes(id))).toEqual([
    "quote",
    "gallery",
    "benefits",
    "how-it-works",
    "roi-value",
    "pricing",
    "stories",
    "contact",
    "quick-answer",
    "faq",
    "footer",
  ]);
  expect(order).toEqual(expect.arrayContaining(["value", "pricing-clarity"]));
});

test("NAV-03 NAV-04 on a wide screen the bar is 16 units high and shows all", async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto("/");
  const bar = page.getByRole("banner");

  expect((await bar.boundingBox())?.height).toBe(64);
  for (const name of ["How it Works", "Pricing", "Reviews", "Free Estimate"])
    await expect(bar.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Call (713) 555-0142" })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Menu" })).toBeHidden();
});

test("NAV-04 NAV-05 on a small screen the bar shows the logo and the menu icon alone", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const bar = page.getByRole("banner");

  await expect(bar.getByRole("link")).toHaveCount(1);
  await expect(bar.getByRole("link", { name: /^Standby/ })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Menu" })).toBeVisible();
});

test("NAV-04 the centre links scroll smoothly to their sections", async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto("/");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    "smooth",
  );

  for (const [name, section] of [
    ["How it Works", "#benefits"],
    ["Pricing", "#pricing-clarity"],
    ["Reviews", "#stories"],
  ] as const) {
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await expectAtTop(page, section);
  }
});

test("NAV-03 Service Area goes to Houston's covered area, and scrolls to it there", async ({
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

test("NAV-02 another path begins at its top, another step of the wizard too", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await page.evaluate(() => window.scrollTo({ top: 2000, behavior: "instant" }));
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(/\/faq$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goto(
    "/installation-wizard?address=1204 Timber Ridge Dr, The Woodlands, TX 77380&validated=true",
  );
  await page.getByRole("radio", { name: /0.25 ft/ }).check();
  await page.evaluate(() => window.scrollTo({ top: 2000, behavior: "instant" }));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Do you need a generator?" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("HOME-06 the page lies still while the pricing explainer is open; Escape lets it go", async ({
  page,
}) => {
  await openWhole(page, "/");
  await page.getByRole("button", { name: "How this price is made" }).click();
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await overflow()).toBe("hidden");

  await page.keyboard.press("Escape");

  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await overflow()).not.toBe("hidden");
});

test("NAV-06 the footer's way back leads to the top", async ({ page }) => {
  await page.goto("/faq");
  await page.getByRole("link", { name: "Back to top" }).click();

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

const expectAtTop = (page: Page, section: string) =>
  expect
    .poll(() =>
      page.evaluate(
        (found) => Math.abs(document.querySelector(found)?.getBoundingClientRect().top ?? 999),
        section,
      ),
    )
    .toBeLessThan(130);
