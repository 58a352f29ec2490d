/** What opens over the pages is for everybody, at one of two widths by the seed. */
import { DESK, expectNoViolations, PHONE } from "./axe.ts";
import { overlays } from "./overlays.ts";
import { sample } from "./sampling.ts";
import { test } from "./test.ts";

const WINDOWS = { phone: PHONE, desk: DESK };

for (const { title, onlyOn, walk } of overlays)
  for (const device of onlyOn ? [onlyOn] : sample(["phone", "desk"] as const))
    test(`${title} has no violation on a ${device}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(WINDOWS[device]);
      await walk(page, (name) => expectNoViolations(page, name));
    });
