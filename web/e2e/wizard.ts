/** The way of a booking, as a visitor goes it. */
import { expect, type Page } from "@playwright/test";

export const ADDRESS = "1204 Timber Ridge Dr, The Woodlands, TX 77380";

export async function beginAtAddress(page: Page) {
  await page.goto(`/installation-wizard?address=${encodeURIComponent(ADDRESS)}&validated=true`);
  await expect(page.getByText(ADDRESS)).toBeVisible();
}

export async function chooseDistance(page: Page) {
  await expect(page.getByText(ADDRESS)).toBeVisible();
  await page.getByRole("radio", { name: /0.25 ft/ }).check();
  await expect(page.getByText("$4,990").first()).toBeVisible();
}

export async function chooseGenerator(page: Page) {
  await expect(page).toHaveURL(/\/generator-selection$/);
  await page.getByRole("radio", { name: "22 kW" }).check();
  await expect(page.getByText("$12,694").first()).toBeVisible();
}

export async function next(page: Page) {
  await page.getByRole("button", { name: "Next", exact: true }).click();
}

export async function chooseInTheWizard(page: Page) {
  await chooseDistance(page);
  await next(page);
  await chooseGenerator(page);
  await next(page);
  await expect(page).toHaveURL(/\/installation-date$/);
}

export const openDays = (page: Page) => page.getByRole("gridcell", { name: /, available/ });

export async function fillContact(page: Page, email: string) {
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Mobile phone").fill("7135550199");
  await page.getByLabel("Email").fill(email);
}

/** A week later than the first one: those days belong to the tests that count them. */
export async function chooseDay(page: Page) {
  await page.getByRole("button", { name: "Next week" }).click();
  await page.getByRole("button", { name: "Next week" }).click();
  await openDays(page).first().getByRole("button").click();
  await page.getByRole("radio", { name: "Afternoon" }).check();
}

export async function reserve(page: Page) {
  await page.getByRole("button", { name: "Next — Reserve this date" }).click();
  await expect(page).toHaveURL(/\/finalize-installation$/);
}

/** The three agreements, once the order stands there. */
export async function agreements(page: Page) {
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  return page.getByRole("checkbox").all();
}

export async function goToCheckout(page: Page) {
  for (const box of await agreements(page)) await box.check();
  await page.getByRole("button", { name: "Pay $100.00" }).click();
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
}

export async function approve(page: Page) {
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "THANK YOU!" })).toBeVisible({ timeout: 20_000 });
}
