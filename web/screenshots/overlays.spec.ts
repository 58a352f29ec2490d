import { test } from "@playwright/test";
import { overlays } from "../e2e/overlays.ts";
import { bookWhole } from "../e2e/wizard.ts";
import { keepPage, keepStep, keepTop, keepWindow, SIZES } from "./look.ts";

const WHOLE_PAGES = ["recommendation", "not-covered"];

for (const viewport of SIZES) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });
    const here = viewport.width < 1000 ? "phone" : "desk";

    for (const { title, onlyOn, walk } of overlays) {
      if (onlyOn && onlyOn !== here) continue;
      test(title, ({ page }) =>
        walk(page, (name) =>
          WHOLE_PAGES.includes(name) ? keepPage(page, name) : keepWindow(page, name),
        ),
      );
    }

    test("every step of a booking", async ({ page }) => {
      const email = `ada-seen-${viewport.width}@example.org`;
      await bookWhole(page, email, async (name) => {
        await keepStep(page, name);
        if (name === "wizard-3-date") await keepTop(page, "wizard-window");
      });
    });
  });
}
