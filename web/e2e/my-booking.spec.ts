/** The booking page on a real booking: content, rescheduling, canceling and accessibility. */
import { expectNoViolations, expectNoViolationsAtBothWidths, smallTargets } from "./axe.ts";
import { budgetOf, weighScripts } from "./budgets.ts";
import { bookByCalls } from "./homeowner.ts";
import { beyondTheEdge, scrollThrough } from "./pages.ts";
import { part } from "./staff.ts";
import { expect, type Page, test } from "./test.ts";
import { ADDRESS, openDays } from "./wizard.ts";

const MAIN = { tag: "@main" };

async function openBooking(page: Page) {
  await page.goto("/my-booking");
  await expect(page.getByRole("heading", { name: "Hello, Ada." })).toBeVisible();
}

test(
  "BOOK-04.5 BOOK-04.7 a booking is for everybody and keeps its budget; its date is moved, and the calendar file moves with it",
  MAIN,
  async ({ page }) => {
    await bookByCalls(page, "ada-moves@example.org");
    const weigh = weighScripts(page);
    await openBooking(page);
    await expect(page.getByText(ADDRESS, { exact: true })).toBeVisible();
    await expect(page.getByText("Everything we wrote to you, newest first.")).toBeVisible();
    await scrollThrough(page, weigh);
    const { afterScrollingKb } = budgetOf("/my-booking");
    expect((await weigh()).gzipKb).toBeLessThanOrEqual(afterScrollingKb);
    await expectNoViolationsAtBothWidths(page, "my booking");
    expect(await beyondTheEdge(page, 320)).toBe(0);
    expect(await smallTargets(page)).toEqual([]);

    const before = await calendarFile(page);
    await page.getByRole("button", { name: "Reschedule" }).click();
    await openDays(page).last().getByRole("button").click();
    await page.getByRole("radio", { name: "Morning" }).check();
    await page.getByRole("button", { name: /Move to / }).click();

    await expect(page.getByText("We arrive between 8:30 AM and 12:30 PM")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const after = await calendarFile(page);
    expect(lineOf(after, "UID")).toBe(lineOf(before, "UID"));
    expect(lineOf(before, "SEQUENCE")).toBe("SEQUENCE:0");
    expect(lineOf(after, "SEQUENCE")).toBe("SEQUENCE:1");
    expect(after).toContain("BEGIN:VTIMEZONE");
  },
);

async function calendarFile(page: Page): Promise<string> {
  const href = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  return answer.text();
}

const lineOf = (file: string, name: string) =>
  file.split("\r\n").find((line) => line.startsWith(`${name}:`));

test(
  "BOOK-04.8 BOOK-05.3 OPS-01.2 a paid order's receipt, then cancelling says what is kept and does exactly that; another browser sees none of it",
  MAIN,
  async ({ page, visitor, product }) => {
    const email = "ada-cancels@example.org";
    await bookByCalls(page, email);
    const [paid] = await product.rows(
      `SELECT s.stripe_session_id AS session FROM stripe_checkout_sessions s
       JOIN payments p ON p.id = s.payment_id JOIN orders o ON o.id = p.order_id
       JOIN customers c ON c.id = o.customer_id WHERE c.email = %s`,
      email,
    );
    await page.goto(`/order-payment-success?sessionId=${paid?.session}`);
    await expect(page.getByRole("heading", { name: "Order Summary" })).toBeVisible();
    await expect(page.getByText("$100.00")).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    await expectNoViolations(page, "a paid order");

    await openBooking(page);
    await expect(part(page, "Your appointment")).toBeVisible();
    await page.getByRole("button", { name: "Cancel the order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(dialog.getByText("Not refunded")).toBeVisible();
    await expect(dialog.getByText("$100.00")).toBeVisible();
    await expectNoViolations(page, "cancelling");
    await dialog.getByRole("button", { name: "Cancel the order" }).click();
    await expect(page.getByRole("heading", { name: "This order is canceled" })).toBeVisible();
    await expect(part(page, "Your appointment")).toHaveCount(0);

    await visitor.goto(`/b/${"A".repeat(64)}`);
    await expect(visitor).toHaveURL(/\/my-booking\?link=expired$/);
    await expect(visitor.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  },
);
