/** The steps of a booking, as a visitor takes them. */
import { expect, type Locator, type Page } from "@playwright/test";

export const ADDRESS = "1204 Timber Ridge Dr, The Woodlands, TX 77380";

export async function beginAtAddress(page: Page) {
  await page.goto(`/installation-wizard?address=${encodeURIComponent(ADDRESS)}&validated=true`);
  await expect(page.getByText(ADDRESS)).toBeVisible();
}

async function chooseDistance(page: Page) {
  await expect(page.getByText(ADDRESS)).toBeVisible();
  await page.getByRole("radio", { name: /0.25 ft/ }).check();
  await expect(page.getByText("$4,990").first()).toBeVisible();
}

async function chooseGenerator(page: Page) {
  await expect(page).toHaveURL(/\/generator-selection$/);
  await page.getByRole("radio", { name: "22 kW" }).check();
  await expect(page.getByText("$12,694").first()).toBeVisible();
}

async function next(page: Page) {
  await page.getByRole("button", { name: "Next", exact: true }).click();
}

/** Called with a name at each state worth checking. */
export type Look = (name: string) => Promise<void>;
const unseen: Look = async () => {};

/** Choose distance and generator, up to the calendar. */
export async function chooseInTheWizard(page: Page, look = unseen) {
  await chooseDistance(page);
  await look("wizard-1-distance");
  await next(page);
  await chooseGenerator(page);
  await look("wizard-2-generator");
  await next(page);
  await expect(page).toHaveURL(/\/installation-date$/);
}

/** Open days that have an afternoon, which no Friday has. */
const daysWithAfternoon = (page: Page) =>
  page.getByRole("gridcell", { name: /^(?!.*Fri).*, available/ });

export const openDays = (page: Page) => page.getByRole("gridcell", { name: /, available/ });

export async function fillContact(page: Page, email: string) {
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Mobile phone").fill("7135550199");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
}

export async function chooseDay(page: Page) {
  await daysWithAfternoon(page).first().getByRole("button").click();
  await page.getByRole("radio", { name: "Afternoon" }).check();
}

export async function reserve(page: Page) {
  await page.getByRole("button", { name: "Next — Reserve this date" }).click();
  await expect(page).toHaveURL(/\/finalize-installation\?order=/);
}

/** The two checkboxes of the three agreements, once the order is loaded. */
export async function agreements(page: Page) {
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  return page.getByRole("checkbox").all();
}

/** Agree and open the page of the payment provider. */
export async function goToCheckout(page: Page) {
  for (const box of await agreements(page)) await box.check();
  await page.getByRole("button", { name: "Pay $100.00" }).click();
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
}

async function approve(page: Page) {
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("heading", { name: "THANK YOU!" })).toBeVisible({ timeout: 20_000 });
}

/** From the address to a reserved day, with `look` at every step. */
async function reserveWhole(page: Page, email: string, look: Look) {
  await beginAtAddress(page);
  await chooseInTheWizard(page, look);
  await chooseDay(page);
  await page.getByRole("button", { name: "Next — Reserve this date" }).click();
  await look("wizard-3-refused");
  await fillContact(page, email);
  await look("wizard-3-date");
  await reserve(page);
  await agreements(page);
  await look("wizard-4-finalize");
}

/** From the address to 'THANK YOU!'. */
export async function bookWhole(page: Page, email: string, look: Look) {
  await reserveWhole(page, email, look);
  await goToCheckout(page);
  await look("test-checkout");
  await approve(page);
  await look("thank-you");
}

/** Enlarge the text as the browser's own setting does it, so that media queries in em follow. */
export async function enlargeText(page: Page, percent: number) {
  const session = await page.context().newCDPSession(page);
  const size = Math.round((16 * percent) / 100);
  // Chromium forgets a size that it was given before a navigation, and takes no size twice.
  await session.send("Page.setFontSizes", { fontSizes: { standard: size + 1, fixed: size } });
  await session.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
}

/** Press Tab until this control has the focus, as a keyboard user would. */
export async function tabTo(page: Page, control: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${control}`);
}
