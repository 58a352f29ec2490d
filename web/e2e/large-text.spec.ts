/** Every built page with text of 200 % on the narrowest phone, and what stays in place over it. */
import { builtPages, NO_SUCH_PAGE } from "./pages.ts";
import { expect, type Page, test } from "./test.ts";
import { beginAtAddress, chooseInTheWizard, enlargeText, fillContact, openDays } from "./wizard.ts";

const PATHS = [...builtPages, NO_SUCH_PAGE];
const MOST_COVERED = 0.25;
const LOOKS = [
  { name: "phone", width: 390, height: 844, percent: 100 },
  { name: "narrow phone", width: 320, height: 568, percent: 200 },
  { name: "desk", width: 1440, height: 900, percent: 100 },
];
// Without it, /system-recommendation redirects.
const ENERGY_DATA = JSON.stringify({
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  electricBill: "180",
  kwhUsage: "",
});

test.beforeEach(({ page }) =>
  page.addInitScript((data) => window.sessionStorage.setItem("energyData", data), ENERGY_DATA),
);

/** What is cut: wider than the screen, or wider inside than its own box that hides the rest. */
const tooWide = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const over = document.documentElement.scrollWidth - window.innerWidth;
    const cut = [...document.querySelectorAll<HTMLElement>("h1, h2, h3, label, button")].filter(
      (part) =>
        part.checkVisibility() &&
        part.clientWidth > 1 &&
        part.scrollWidth > part.clientWidth + 1 &&
        getComputedStyle(part).overflowX !== "visible",
    );
    const words = cut.map((part) => `cut: ${part.textContent}`);
    return over > 0 ? [`${over} px beyond the edge`, ...words] : words;
  });

/** Share of the screen under bars that stay in place while the page is scrolled. */
const covered = (page: Page) =>
  page.evaluate(async () => {
    window.scrollTo({ top: document.body.scrollHeight / 2, behavior: "instant" });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { innerWidth, innerHeight } = window;
    const bars = [...document.querySelectorAll("body *")].filter((part) => {
      const { position, pointerEvents } = getComputedStyle(part);
      // Confetti covers the page for a moment, and takes no press.
      if (!["sticky", "fixed"].includes(position) || pointerEvents === "none") return false;
      const { top, bottom, width } = part.getBoundingClientRect();
      const isInPlace = top <= 0 || bottom >= innerHeight - 1;
      return isInPlace && width > innerWidth / 2 && part.checkVisibility();
    });
    const heights = bars.map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    });
    return heights.reduce((sum, height) => sum + height, 0) / innerHeight;
  });

test("A11Y-02.1 text of 200 % fits on a phone of 320 px on every route", async ({ page }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 320, height: 568 });
  const complaints: string[] = [];
  for (const path of PATHS) {
    await page.goto(path);
    await enlargeText(page, 200);
    await expect(page.getByRole("heading").first()).toBeAttached();
    complaints.push(...(await tooWide(page)).map((words) => `${path}: ${words}`));
  }

  expect(complaints).toEqual([]);
});

// A step takes no tap before it can have been seen (src/app/wizard/step.tsx).
const UNSEEN_MS = 500;

for (const { name, width, height, percent } of LOOKS)
  test(`A11Y-02.2 on a ${name} what stays in place covers a quarter at most, on every route`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height });
    const complaints: string[] = [];
    const look = async (what: string) => {
      await enlargeText(page, percent);
      const share = await covered(page);
      if (share > MOST_COVERED) complaints.push(`${what}: ${Math.round(share * 100)} %`);
    };
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeAttached();
      await look(path);
    }
    await beginAtAddress(page);
    await chooseInTheWizard(page, look);
    await look("wizard-3-date");
    await page.waitForTimeout(UNSEEN_MS);
    await page.getByRole("button", { name: "Next — Reserve this date" }).click();
    await expect(page.getByText("Contact information is required")).toBeVisible();
    await look("wizard-3-date, too early");

    expect(complaints).toEqual([]);
  });

for (const { name, width, height, percent } of LOOKS)
  test(`on a ${name} a day that is gone is told in the page, and the bar stays small`, async ({
    page,
    office,
  }) => {
    await page.setViewportSize({ width, height });
    await beginAtAddress(page);
    await chooseInTheWizard(page);
    const day = openDays(page).last().getByRole("button");
    const date = await day.getAttribute("data-day");
    await day.click();
    await page.getByRole("radio", { name: "Morning" }).check();
    await fillContact(page, `gone-${width}@example.org`);
    await enlargeText(page, percent);
    await office.post(`crew-days/${date}/closing`, { reason: "A storm", targets: [] });

    await page.getByRole("button", { name: "Next — Reserve this date" }).click();

    const notice = page.getByRole("alert").filter({ hasText: "choose another" });
    await expect(notice).toBeInViewport({ ratio: 0.5 });
    await expect
      .poll(async () => (await notice.boundingBox())?.y, "its beginning is seen")
      .toBeGreaterThanOrEqual(0);
    await expect(
      page.getByText("This day is no longer open. Please pick another one."),
    ).toBeVisible();
    expect(await covered(page)).toBeLessThanOrEqual(MOST_COVERED);
    expect(await tooWide(page)).toEqual([]);
    await openDays(page).last().getByRole("button").click();
    await expect(notice).toHaveCount(0);
  });
