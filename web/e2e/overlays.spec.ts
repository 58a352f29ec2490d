/** Accessibility of dialogs and menus, at one of two widths chosen by the seed. */
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { overlays } from "./overlays.ts";
import { openWhole } from "./pages.ts";
import { sample } from "./sampling.ts";
import { expect, test } from "./test.ts";

const WINDOWS = { phone: PHONE, desk: DESK };

for (const { title, onlyOn, walk } of overlays)
  for (const device of onlyOn ? [onlyOn] : sample(["phone", "desk"] as const))
    test(`${title} has no violation on a ${device}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(WINDOWS[device]);
      await walk(page, (name) => expectNoViolations(page, name));
    });

test("HOME-06.2 under the pricing explainer the page does not scroll", async ({ page }) => {
  const opener = page.getByRole("button", { name: "How this price is calculated" });
  const height = () => opener.evaluate((button) => button.getBoundingClientRect().top);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openWhole(page, "/");
  await opener.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const before = await height();

  await page.mouse.wheel(0, -800);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await height()).toBeCloseTo(before, 0);
  await page.mouse.wheel(0, -800);
  await expect.poll(height).toBeGreaterThan(before);
});
