/** Dark mode: the screens of the console and a page of the tables keep WCAG 2.2 AA. */
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { sendPhotosByCalls } from "./homeowner.ts";
import { openWhole } from "./pages.ts";
import { expect, type Page, test } from "./test.ts";
import { ADDRESS } from "./wizard.ts";

test.use({ colorScheme: "dark" });

const PACKAGES = "/staff/tables/pricing/installationpackage/";

async function expectDark(page: Page) {
  await expect(page.locator("html")).toHaveClass(/on-night/);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
}

test("LOOK-01.1 in dark mode the console and the tables have no violation of WCAG 2.2 AA", async ({
  page,
  visitor,
  comeAs,
  office,
}) => {
  test.setTimeout(300_000);
  const order = await sendPhotosByCalls(visitor, "ada-dark@example.org");
  const { review_id: review } = await office.look(`orders/${order}`);
  const response = await visitor.request.post("/api/manual-quote-requests", {
    data: { name: "Walt Long", phone: "(713) 555-0189", address: ADDRESS, run_ft: 210 },
  });
  expect(response.ok()).toBe(true);
  await comeAs("owner", "/staff/waits");
  await expectDark(page);

  for (const path of [
    "/staff/waits",
    "/staff/board",
    "/staff/orders",
    `/staff/orders/${order}`,
    `/staff/photos/${review}`,
    "/staff/leads",
    "/staff/overview",
    "/staff/customers",
    "/staff/payouts",
    "/staff/audit-log",
    "/staff/settings/company",
    "/staff/settings/calendar",
    "/staff/settings/connections",
  ]) {
    await openWhole(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoViolationsAtBothWidths(page, `${path} in the dark`);
  }

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Tables" }).first().click();
  await page.waitForURL("**/staff/tables/");
  await page.goto(PACKAGES);
  await expectDark(page);
  await expectNoViolationsAtBothWidths(page, "the list of packages in the dark");
  await page.locator("#result_list tbody a").first().click();
  await expect(page.getByLabel("Price, in dollars:").first()).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "a package in the dark");
});
