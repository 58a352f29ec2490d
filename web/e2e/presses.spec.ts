/**
 * No press is lost (PRESS-01): the presses that count most, each to what it leads to. All others:
 * every-control.spec.ts.
 */
import { expect, type Page, test } from "./test.ts";
import { ADDRESS } from "./wizard.ts";

const HELD_MS = 90;

type Box = { x: number; y: number; width: number; height: number };

const addressBox = (page: Page) => page.locator("input[name=address]").first();

const late = (page: Page, ms: number) =>
  page.route("**/_astro/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });

const fail = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ status: 500, json: {} }));

/** Press the middle of what the selector finds, as a hand does. */
async function pressSlowly(page: Page, name: string) {
  const button = page.getByRole("button", { name }).first();
  await button.scrollIntoViewIfNeeded();
  // A pressed button shrinks a little around its middle.
  const middle = async () => {
    const { x, y, width, height } = (await button.boundingBox()) as Box;
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const { x, y } = await middle();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(HELD_MS);
  expect(await middle(), "the button stands where it was pressed").toEqual({ x, y });
  await page.mouse.up();
}

const CITY = "/tx/houston/home-generator-installation";

for (const ms of [300, 1000])
  for (const path of ["/", CITY])
    test(`PRESS-01.3 on ${path} with scripts late by ${ms} ms a filled address goes on, by one press`, async ({
      page,
    }) => {
      await late(page, ms);
      await page.goto(path, { waitUntil: "commit" });
      await addressBox(page).fill(ADDRESS);
      await page.getByRole("button", { name: "Get A Free Estimate" }).first().click();

      await expect(page).toHaveURL(/\/installation-wizard\?/);
      await expect(page.getByText("We install here.")).toBeVisible();
    });

for (const ms of [300, 1000])
  test(`PRESS-01.1 with scripts late by ${ms} ms step 1 checks an address, by one press`, async ({
    page,
  }) => {
    await late(page, ms);
    await page.goto("/installation-wizard", { waitUntil: "commit" });
    await addressBox(page).fill(ADDRESS);
    await page.getByRole("button", { name: "Check my address" }).click();

    await expect(page.getByText("We install here.")).toBeVisible();
  });

const OTHER = "500 Main St, Katy, TX 77450";

for (const press of ["the button", "Enter", "nothing"])
  test(`PRESS-01.1 with very late scripts step 1 shows its link's address; one typed meanwhile counts, pressing ${press}`, async ({
    page,
  }) => {
    await late(page, 2000);
    await page.goto(`/installation-wizard?address=${encodeURIComponent(ADDRESS)}`, {
      waitUntil: "commit",
    });
    await expect(addressBox(page)).toHaveValue(ADDRESS);
    await expect(page.getByText("Address is required")).toHaveCount(0);

    await addressBox(page).fill("");
    await addressBox(page).pressSequentially(OTHER, { delay: 60 });
    if (press === "the button")
      await page.getByRole("button", { name: "Check my address" }).click();
    if (press === "Enter") await addressBox(page).press("Enter");
    if (press === "nothing") {
      await expect(page.getByText("Address is required")).toBeVisible();
      await expect(addressBox(page)).toHaveValue(OTHER);
      await addressBox(page).press("Enter");
    }

    await expect(page.getByText("We install here.")).toBeVisible();
    await expect(page.getByText(OTHER).first()).toBeVisible();
  });

test("PRESS-01.1 with late scripts step 1 takes its link's address", async ({ page }) => {
  await late(page, 1000);
  await page.goto(`/installation-wizard?address=${encodeURIComponent(ADDRESS)}&validated=true`, {
    waitUntil: "commit",
  });

  await expect(page.getByText("We install here.")).toBeVisible();
  await expect(page.getByText(ADDRESS).first()).toBeVisible();
});

const FORMS = [
  { path: "/", button: "Get A Free Estimate", width: 1280 },
  { path: "/", button: "Get A Free Estimate", width: 390 },
  { path: "/installation-wizard", button: "Check my address", width: 390 },
];

for (const { path, button, width } of FORMS)
  test(`PRESS-01.2 PRESS-01.4 on ${path}, ${width} px wide, '${button}' stays in its place while suggestions fail`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await fail(page, "**/api/google-places");
    await page.goto(path);
    // What is typed before hydration is kept, but nothing is suggested for it.
    await addressBox(page).focus();
    const asleep = page.locator("astro-island[ssr]", { has: page.locator("input[name=address]") });
    await expect(asleep).toHaveCount(0);
    await addressBox(page).pressSequentially("500 Main St, Dallas, TX 75202");
    await expect(page.getByText("Failed to get address suggestions")).toBeVisible();

    await pressSlowly(page, button);

    await expect(page.getByRole("button", { name: "Get Notified" })).toBeVisible();
  });

test("PRESS-01.2 by touch with late scripts and failing suggestions a filled address goes on, by one tap", async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({
    baseURL: baseURL ?? "",
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await phone.newPage();
  await late(page, 300);
  await fail(page, "**/api/google-places");
  await page.goto("/", { waitUntil: "commit" });
  await addressBox(page).fill(ADDRESS);
  await page.getByRole("button", { name: "Get A Free Estimate" }).first().tap();

  await expect(page).toHaveURL(/\/installation-wizard\?/);
  await expect(page.getByText("We install here.")).toBeVisible();
  await phone.close();
});

// Until then the page waits with showing what a script may replace.
const SHOWN_WITHOUT_SCRIPTS_MS = 3000;

test("PRESS-01.1 a box that is ticked before its script counts as ticked", async ({ page }) => {
  await late(page, SHOWN_WITHOUT_SCRIPTS_MS + 1000);
  await page.goto("/order", { waitUntil: "commit" });
  await page.getByRole("checkbox").first().click();

  await expect(page.getByText("4 more to check")).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
});

for (const ms of [300, 1000])
  test(`PRESS-01.1 with scripts late by ${ms} ms 'How this price adds up' opens, by one press`, async ({
    page,
  }) => {
    await late(page, ms);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("button", { name: "How this price adds up" }).click();

    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(page.getByRole("dialog")).toBeVisible();
  });
