/** The home page on a phone: its length, what is folded, and the way back to the address. */
import { expect, type Page, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };
const MOST_SCREENS = 10;

test.use({ viewport: PHONE });

test("HOME-09.1 the home page of a phone is ten screens high, with the address in reach on each", async ({
  page,
}) => {
  await page.goto("/");
  const bar = page.locator("#address-bar");
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height / PHONE.height).toBeLessThanOrEqual(MOST_SCREENS);

  // The first screen has the address box itself.
  await expect(page.getByRole("combobox", { name: "Home address" })).toBeInViewport();
  for (let top = PHONE.height; top < height; top += PHONE.height) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
    await expect(bar).toBeInViewport({ ratio: 1 });
  }

  await bar.click();
  await expect(page.getByRole("combobox", { name: "Home address" })).toBeInViewport();
});

/** Fill in fields as a browser does from its profile: each with its value and both of its events. */
const autofill = (page: Page, profile: Record<string, string>) =>
  page.evaluate((profile) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    for (const [token, value] of Object.entries(profile)) {
      const input = document.querySelector<HTMLInputElement>(`input[autocomplete=${token}]`);
      if (!input || !set) throw new Error(`no field ${token}`);
      set.call(input, value); // as a browser: past what React has put there
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, profile);

const STREET = "1204 Timber Ridge Dr\nApt 4";
const PROFILES = [
  { "street-address": STREET, "address-level2": "The Woodlands", "postal-code": "77380" },
  { "postal-code": "77380", "address-level2": "The Woodlands", "street-address": STREET },
];

for (const profile of PROFILES)
  test(`ADDR-07.2 a profile of ${Object.keys(profile).join(", ")} goes to the wizard as a whole address`, async ({
    page,
  }) => {
    await page.goto("/");
    await page.locator("input[name=address]").first().focus();
    const asleep = page.locator("astro-island[ssr]", { has: page.locator("input[name=address]") });
    await expect(asleep).toHaveCount(0);
    await autofill(page, profile);

    const line = page.locator("input[name=address]").first();
    await expect(line).toHaveValue(/^1204 Timber Ridge Dr.*Apt 4, The Woodlands, 77380$/);
    // By the keyboard: suggestions for the line may lie over the button.
    await line.press("Enter");
    await expect(page).toHaveURL(/\/installation-wizard\?/);
    const address = new URL(page.url()).searchParams.get("address");
    expect(address).toMatch(/^1204 Timber Ridge Dr.*Apt 4, The Woodlands, 77380$/);
    await expect(page.getByText("We install here.")).toBeVisible();
  });

test("HOME-09.1 every section of a phone stands open, and its claims have a picture or a figure", async ({
  page,
}) => {
  await page.goto("/");
  // Questions and the rest of the founder's note are specified to unfold.
  const folds = page.locator("main details:not(#faq details, .founder-note-rest)");
  await expect(folds).toHaveCount(0);
  for (const section of ["gallery", "benefits", "stories"]) {
    const figure = page.locator(`#${section} :is(img, svg[role=img])`).first();
    await page.locator(`#${section}`).scrollIntoViewIfNeeded(); // pictures wait until they are near
    await expect(figure).toBeVisible();
  }
  for (const figure of ["2–3%", "7+", "$16–20k"])
    await expect(page.locator("#value").getByText(figure).first()).toBeVisible();
  for (const heading of ["Reserve your date", "Flat-rate distance pricing", "The lights come back"])
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
});
