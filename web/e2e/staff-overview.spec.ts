/** The overview: every figure, the rows behind it, and the map of what is wanted elsewhere (OPS-10). */
import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls } from "./booking.ts";
import { manage, signInAsStaff } from "./staff.ts";

const part = (page: Page, name: string) => page.getByRole("region", { name });

async function isAskedFrom(page: Page, zip: string) {
  const address = `${Math.floor(Math.random() * 9000) + 1000} Main St, Texas, TX ${zip}`;
  const logged = await page.request.post("/api/log-address-search", {
    data: {
      address,
      coverage_status: "not_covered",
      session_id: randomUUID(),
      search_context: "hero_cta",
    },
  });
  expect(logged.status()).toBe(202);
  return address;
}

async function countOf(page: Page, stage: string): Promise<number> {
  const row = part(page, "From an address to the last payment").getByRole("row", { name: stage });
  return Number(await row.getByRole("cell").first().textContent());
}

test("OPS-10 a booking is counted, and the rows behind each figure are as many as it says", async ({
  page,
  browser,
}) => {
  test.slow();
  const homeowner = await (await browser.newContext()).newPage();
  const email = `figures-${randomUUID().slice(0, 8)}@example.org`;
  const orderId = await bookByCalls(homeowner, email);
  await isAskedFrom(homeowner, "78701");
  await signInAsStaff(page, "manager", "/staff/overview?period=7");

  await expect(part(page, "Money").getByText("Received").first()).toBeVisible();
  expect(await countOf(page, "Paid the fee")).toBeGreaterThan(0);
  await expectNoViolationsAtBothWidths(page, "overview");

  const reserved = await countOf(page, "Reserved");
  await page.getByRole("link", { name: "Reserved", exact: true }).click();
  await expect(page).toHaveURL(/\/staff\/overview\/reserved\?period=7$/);
  await expect(page.getByText(new RegExp(`^${reserved} rows?`))).toBeVisible();
  await expect(page.locator(`a[href="/staff/orders/${orderId}"]`)).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "rows behind a figure");

  await page.getByRole("link", { name: "Overview", exact: true }).last().click();
  await part(page, "Money").getByRole("link", { name: "Received" }).click();
  await expect(page.locator(`a[href="/staff/orders/${orderId}"]`)).toBeVisible();
  await expect(page.getByText("Site-visit fee").first()).toBeVisible();
  await page.locator(`a[href="/staff/orders/${orderId}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/staff/orders/${orderId}`));
});

test("OPS-10 the period is chosen by keys, and the address keeps it", async ({ page }) => {
  await signInAsStaff(page, "viewer", "/staff/overview");
  await page.getByRole("radio", { name: "30 days" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/period=90$/);

  await page.getByRole("radio", { name: "Own range" }).check();
  await page.getByLabel("From", { exact: true }).fill("2025-01-01");
  await page.getByLabel("To", { exact: true }).fill("2025-01-31");
  await page.getByRole("button", { name: "Show" }).click();

  await expect(page).toHaveURL(/from=2025-01-01&to=2025-01-31$/);
  await expect(page.getByText("Wed, Jan 1 to Fri, Jan 31, Houston days")).toBeVisible();
  expect(await countOf(page, "Reserved")).toBe(0);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Own range" })).toBeChecked();
});

test("OPS-10 what is wanted elsewhere is drawn where its place is known; addresses obey roles", async ({
  page,
  browser,
}) => {
  test.slow();
  const visitor = await (await browser.newContext()).newPage();
  const address = await isAskedFrom(visitor, "78954");
  manage(
    "shell",
    "-c",
    "from standby.apps.coverage.models import CoveredZip;" +
      "CoveredZip.objects.update_or_create(zip_code='78954', defaults={'city': 'Round Top'," +
      " 'status': 'inactive', 'lat': 29.9, 'lon': -95.7})",
  );
  await signInAsStaff(page, "viewer", "/staff/overview?period=7");

  const wanted = part(page, "Wanted where we do not come");
  await wanted.scrollIntoViewIfNeeded();
  const map = part(page, "Map of what we cover and of what is wanted elsewhere");
  await map.scrollIntoViewIfNeeded();
  await expect(map.locator("path.coverage-point")).not.toHaveCount(0);
  await expect(map.locator("path.coverage-area")).not.toHaveCount(0);
  await wanted.getByRole("row", { name: /78954/ }).getByRole("link").first().click();

  await expect(page.getByText(/ZIP code 78954/)).toBeVisible();
  await expect(page.getByText("Not to be contacted").first()).toBeVisible();
  await expect(page.getByText(address)).toBeHidden();
});
