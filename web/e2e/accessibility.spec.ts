/** Everybody can use every page: by axe, in narrow windows, without motion and without scripts. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { builtPages, NO_SUCH_PAGE, openWhole, publicPages } from "./pages.ts";
import {
  approve,
  beginAtAddress,
  chooseDay,
  chooseDistance,
  chooseGenerator,
  fillContact,
  goToCheckout,
  next,
  reserve,
} from "./wizard.ts";

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const PAGES = [...builtPages, NO_SUCH_PAGE];
const LONGEST_MOTION_MS = 200;

/** `where` is what a failure is told by. */
async function expectNoViolations(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${where}: ${id} at ${target.join(" ")}: ${failureSummary}`,
    ),
  );
  expect(told).toEqual([]);
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of PAGES) {
  test(`NAV-09 ${path} has no violation of WCAG 2.2 AA`, async ({ page }) => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await openWhole(page, path);
      await expectNoViolations(page, `${size.width} px`);
    }
  });
}

test("NAV-05 the menu of small screens, open", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await expectNoViolations(page, "menu");
});

test("NAV-03 the service area menu, open", async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto("/");
  await page.locator("summary", { hasText: "Service Area" }).click();
  await expectNoViolations(page, "service area");
});

for (const size of [PHONE, DESK]) {
  test.describe(`${size.width} px wide`, () => {
    test.use({ viewport: size });

    test("HOME-06 the pricing explainer", async ({ page }) => {
      await openWhole(page, "/");
      await page.getByRole("button", { name: "How this price is made" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoViolations(page, "explainer");
    });

    test("DIST-01 the distance helper, both steps", async ({ page }) => {
      await openWhole(page, "/tx/houston/home-generator-installation");
      const opener = page.getByRole("link", { name: "Help me measure" });
      await opener.hover();
      await expect(page.locator("astro-island:has(.distance-strip):not([ssr])")).toBeAttached();
      await opener.click();
      const helper = page.getByRole("dialog");
      await expect(helper.getByRole("checkbox")).toHaveCount(5);
      await expectNoViolations(page, "step 1");
      for (const box of await helper.getByRole("checkbox").all()) await box.check();
      await helper.getByRole("button", { name: "Next" }).click();
      await helper.getByLabel("Your steps").fill("12");
      await expectNoViolations(page, "step 2");
      await helper.getByLabel("Your steps").fill("70");
      await expect(helper.getByText("Distance over 150 ft detected.")).toBeVisible();
      await expectNoViolations(page, "too far");
    });

    test("REC-01 the energy modal, empty and refused", async ({ page }) => {
      await openWhole(page, "/generator-config");
      await page.getByRole("button", { name: "See My Recommended Generator" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoViolations(page, "energy modal");
      await page.getByRole("button", { name: "See System Recommendation" }).click();
      await expect(page.getByText("Please enter a valid address")).toBeVisible();
      await expectNoViolations(page, "refused");
    });

    test("WIZ-01 Get Help", async ({ page }) => {
      await page.goto("/installation-wizard");
      await page.getByRole("button", { name: "Get Help" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoViolations(page, "Get Help");
    });

    test("ADDR-05 an address that is not covered", async ({ page }) => {
      const elsewhere = "1600 Pennsylvania Ave, Washington, DC 20500";
      await page.goto(`/installation-wizard?address=${encodeURIComponent(elsewhere)}`);
      await expect(page.getByText("We're not in your area, yet.")).toBeVisible();
      await expectNoViolations(page, "not covered");
    });

    test("WIZ-03 WIZ-04 WIZ-05 FIN-01 VPS-01 every step of a booking", async ({ page }) => {
      test.slow();
      await beginAtAddress(page);
      await chooseDistance(page);
      await expectNoViolations(page, "distance");
      await next(page);
      await chooseGenerator(page);
      await expectNoViolations(page, "generator");
      await next(page);
      await chooseDay(page);
      await page.getByRole("button", { name: "Next — Reserve this date" }).click();
      await expectNoViolations(page, "contact refused");
      await fillContact(page, `ada-axe-${size.width}@example.org`);
      await expectNoViolations(page, "date");
      await reserve(page);
      await expectNoViolations(page, "finalize");
      await goToCheckout(page);
      await expectNoViolations(page, "checkout in test mode");
      await approve(page);
      await expectNoViolations(page, "thanks");
    });
  });
}

test("HOME-04 the carousel stands still", async ({ page }) => {
  await openWhole(page, "/");
  const strip = page.locator(".carousel__strip");
  await strip.scrollIntoViewIfNeeded();
  const before = await strip.evaluate((element) => element.scrollLeft);
  await page.waitForTimeout(4500);
  expect(await strip.evaluate((element) => element.scrollLeft)).toBe(before);
});

test("NAV-09 nothing moves for longer than 200 ms", async ({ page }) => {
  test.slow();
  for (const path of [...publicPages, NO_SUCH_PAGE]) {
    await openWhole(page, path);
    expect(await longMotions(page), path).toEqual([]);
  }
});

const longMotions = (page: Page) =>
  page.evaluate(
    (longest) =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > longest)
        .map(
          (motion) =>
            motion.id || ("animationName" in motion && motion.animationName) || "transition",
        ),
    LONGEST_MOTION_MS,
  );

/** 720 px are 1440 at 200 %. */
for (const width of [320, 720]) {
  test(`NAV-09 no page scrolls sideways, ${width} px wide`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 640 });
    for (const path of PAGES) {
      await openWhole(page, path);
      expect.soft(await beyondTheEdge(page), `${path}, ${width} px`).toBe(0);
    }
  });
}

const beyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  const withoutAPrice = /^\/(legal\/(privacy|terms|photo-review-policy)|terms\/photo-review)$/;

  for (const path of publicPages) {
    test(`NAV-09 ${path} is complete`, async ({ page }) => {
      await page.goto(path);

      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const links = page.getByRole("main").getByRole("link");
      expect(await links.count()).toBeGreaterThan(0);
      if (!withoutAPrice.test(path))
        await expect(page.getByRole("main")).toContainText(/\$\d{1,3}(,\d{3})*/);
    });
  }
});
