/** Everybody can use every page: by axe, in narrow windows, without motion and without scripts. */
import { expect, type Page, test } from "@playwright/test";
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { overlays } from "./overlays.ts";
import { builtPages, NO_SUCH_PAGE, openWhole, publicPages } from "./pages.ts";
import { bookWhole } from "./wizard.ts";

const PAGES = [...builtPages, NO_SUCH_PAGE];
const LONGEST_MOTION_MS = 200;

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

for (const viewport of [PHONE, DESK]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });
    const here = viewport === PHONE ? "phone" : "desk";

    for (const { title, onlyOn, walk } of overlays) {
      if (onlyOn && onlyOn !== here) continue;
      test(`${title} has no violation`, async ({ page }) => {
        test.slow();
        await walk(page, (name) => expectNoViolations(page, name));
      });
    }

    test("WIZ-03 WIZ-04 WIZ-05 FIN-01 VPS-01 no step of a booking has one", async ({ page }) => {
      test.slow();
      await bookWhole(page, `ada-axe-${viewport.width}@example.org`, (name) =>
        expectNoViolations(page, name),
      );
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
