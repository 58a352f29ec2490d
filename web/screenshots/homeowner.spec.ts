/** Screenshots of states that no browser test checks: booking steps, README pictures, pages without data. */
import { openWhole } from "../e2e/pages.ts";
import { expect, test } from "../e2e/test.ts";
import { bookWhole } from "../e2e/wizard.ts";
import { keepStep, keepTop, SIZES } from "./look.ts";

for (const viewport of SIZES)
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: "reduce" } });

    test("the window of the home page", async ({ page }) => {
      await openWhole(page, "/");
      await keepTop(page, "home-window");
    });

    test("every step of a booking", async ({ page }) => {
      const email = `ada-seen-${viewport.width}@example.org`;
      await bookWhole(page, email, async (name) => {
        await keepStep(page, name);
        if (name === "wizard-3-date") await keepTop(page, "wizard-window");
      });
      await page.goto("/my-booking/photos");
      await expect(page.getByText("0 of 5 photos received")).toBeVisible();
      await keepStep(page, "photos-asked");
    });

    test("a distance chosen before, a visit and receipts of nobody", async ({ page }) => {
      await openWhole(page, "/order?band=50");
      await keepStep(page, "order-band-50");
      await page.goto("/visit-payment-success");
      await expect(page.getByText("Appointment not found")).toBeVisible();
      await keepStep(page, "visit-payment-success");
      await page.goto("/order-payment-success?sessionId=cs_test_nobody_knows_me");
      await expect(page.getByText("Payment Successful!")).toBeVisible();
      await keepStep(page, "order-paid");
      await page.goto("/verify/0000000000000000");
      await expect(page.getByText("No price was found for this code")).toBeVisible();
      await keepStep(page, "verify-unknown");
    });
  });
