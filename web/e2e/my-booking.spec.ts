/** The homeowner's own page on a real booking: what it shows, what it does, and that everybody can use it. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { bookByCalls } from "./booking.ts";
import { scrollThrough } from "./pages.ts";
import { weighScripts } from "./weight.ts";
import { ADDRESS, openDays } from "./wizard.ts";

const BUDGET_KB = 100;

async function openBooking(page: Page) {
  await page.goto("/my-booking");
  await expect(page.getByRole("heading", { name: "Hello, Ada." })).toBeVisible();
}

const part = (page: Page, name: string) => page.getByRole("region", { name });

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`BOOK-04 NAV-09 a booking, ${width} px wide: no violation, no sideways scroll, its budget`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await bookByCalls(page, `ada-look-${width}@example.org`);
    await openBooking(page);
    await expect(page.getByText(ADDRESS, { exact: true })).toBeVisible();

    const weigh = weighScripts(page);
    await page.reload();
    await expect(page.getByText("Everything we wrote to you, newest first.")).toBeVisible();
    await scrollThrough(page);

    expect((await weigh()).gzipKb).toBeLessThanOrEqual(BUDGET_KB);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
    expect(await smallTargets(page)).toEqual([]);
  });
}

/** Buttons and links that stand alone are 44 px high; those in a sentence need not be (WCAG 2.5.8). */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(button, a.button, summary)")]
      .filter((target) => target.getBoundingClientRect().height < 44)
      .map((target) => target.textContent),
  );

test("BOOK-04 the date is moved, and the calendar file moves with it", async ({ page }) => {
  await bookByCalls(page, "ada-moves@example.org");
  await openBooking(page);
  const before = await calendarFile(page);

  await page.getByRole("button", { name: "Move the date" }).click();
  await openDays(page).last().getByRole("button").click();
  await page.getByRole("radio", { name: "Morning" }).check();
  await page.getByRole("button", { name: /Move to / }).click();

  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("We arrive between 8:30 AM and 12:30 PM")).toBeVisible();
  const after = await calendarFile(page);
  expect(lineOf(after, "UID")).toBe(lineOf(before, "UID"));
  expect(lineOf(before, "SEQUENCE")).toBe("SEQUENCE:0");
  expect(lineOf(after, "SEQUENCE")).toBe("SEQUENCE:1");
  expect(after).toContain("BEGIN:VTIMEZONE");
});

async function calendarFile(page: Page): Promise<string> {
  const href = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  return answer.text();
}

const lineOf = (file: string, name: string) =>
  file.split("\r\n").find((line) => line.startsWith(`${name}:`));

test("BOOK-04 PAY-03 cancelling says first what is kept, then does exactly that", async ({
  page,
}) => {
  await bookByCalls(page, "ada-cancels@example.org");
  await openBooking(page);

  await page.getByRole("button", { name: "Cancel the order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(dialog.getByText("Is kept")).toBeVisible();
  await expect(dialog.getByText("$100.00")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel the order" }).click();

  await expect(page.getByRole("heading", { name: "This order is cancelled" })).toBeVisible();
  await expect(part(page, "Your appointment")).toHaveCount(0);
});

test("BOOK-05 a browser without the booking, and a forged link, show nobody's booking", async ({
  page,
}) => {
  await page.goto("/my-booking");
  await expect(page.getByRole("heading", { name: "We could not find your booking" })).toBeVisible();

  await page.goto(`/b/${"A".repeat(64)}`);

  await expect(page).toHaveURL(/\/my-booking\?link=expired$/);
  await expect(
    page.getByRole("heading", { name: "This link does not open a booking any more" }),
  ).toBeVisible();
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});

test("MSG-02 texts are turned off on the page, and the consent's history says so", async ({
  page,
}) => {
  await bookByCalls(page, "ada-quiet@example.org", "(713) 555-0122");
  await openBooking(page);

  await page.getByRole("checkbox", { name: /Text messages to/ }).uncheck();

  await expect(page.getByText("Text messages are off.")).toBeVisible();
  await page.getByText("What you agreed to, and when").click();
  await expect(page.getByText("Texts: Withdrawn")).toBeVisible();
});
