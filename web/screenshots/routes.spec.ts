import { builtPages, NO_SUCH_PAGE } from "../e2e/pages.ts";
import { expect, test } from "../e2e/test.ts";
import { keepPage, keepWindow, openAndKeep, SIZES } from "./look.ts";

for (const viewport of SIZES) {
  test(`every route, ${viewport.width} px wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/", { waitUntil: "networkidle" });
    await keepWindow(page, "home-window");
    for (const path of [...builtPages, NO_SUCH_PAGE]) await openAndKeep(page, path);
    await openAndKeep(page, "/order?band=50", "order-band-50");
    await page.goto("/visit-payment-success");
    await expect(page.getByText("Appointment not found")).toBeVisible();
    await keepPage(page, "visit-payment-success");
  });
}
