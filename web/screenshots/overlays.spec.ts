import { overlays } from "../e2e/overlays.ts";
import { expect, test } from "../e2e/test.ts";
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
      await page.goto("/my-booking/photos");
      await expect(page.getByText("0 of 5 photos are here")).toBeVisible();
      await keepStep(page, "photos-asked");
    });

    test("a paid order, and a receipt that nobody has", async ({ page }) => {
      await page.goto("/order-payment-success?sessionId=cs_test_nobody_knows_me");
      await expect(page.getByText("Payment Successful!")).toBeVisible();
      await keepStep(page, "order-paid");
      await page.goto("/verify/0000000000000000");
      await expect(page.getByText("No price was promised under this code")).toBeVisible();
      await keepPage(page, "verify-unknown");
    });
  });
}
