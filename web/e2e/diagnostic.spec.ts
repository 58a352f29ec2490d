/** The $9 diagnostic: from the home page to the booked visit, on a phone. */
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { beyondTheEdge } from "./pages.ts";
import { expect, test } from "./test.ts";
import { ADDRESS, fillContact } from "./wizard.ts";

const TITLE = "Book a $9 diagnostic";
const EMAIL = "diagnostic@example.org";

test("DIAG-01.1 from the home page to a booked and paid diagnostic", { tag: "@main" }, async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("region", { name: TITLE }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();

  // The days come once the page runs its script.
  await expect(page.getByLabel("Day")).toBeVisible();
  await page.getByRole("combobox", { name: /address/i }).fill(ADDRESS);
  await page.getByRole("button", { name: "Check my address" }).click();
  await page.getByLabel("Day").selectOption({ index: 2 });
  await page.getByRole("radio", { name: "Afternoon" }).check();
  await fillContact(page, EMAIL);
  expect(await beyondTheEdge(page, 390)).toBe(0);
  await expectNoViolationsAtBothWidths(page, "the form");
  await page.getByRole("button", { name: "Continue to payment: $9" }).click();

  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
  await expect(page.getByText("$9.00").first()).toBeVisible();
  await page.getByRole("button", { name: "Approve", exact: true }).click();

  await expect(page.getByRole("heading", { name: /^See you on/ })).toBeVisible();
  await expect(page.getByText("Afternoon, 1:00 PM – 5:00 PM")).toBeVisible();
  await expect(page.getByText("Paid: $9.00.")).toBeVisible();
  expect(await beyondTheEdge(page, 390)).toBe(0);
  await expectNoViolationsAtBothWidths(page, "the booked visit");
  const [row] = await product.rows(
    `SELECT status, amount_cents, time_window,
       (SELECT COUNT(*) FROM messages WHERE recipient = email AND kind = 'diagnostic_booked') AS mails
     FROM diagnostics WHERE email = %s`,
    EMAIL,
  );
  expect(row).toEqual({ status: "booked", amount_cents: 900, time_window: "afternoon", mails: 1 });

  await page.getByRole("button", { name: "Cancel this visit" }).click();
  await page.getByRole("button", { name: "Cancel and refund $9" }).click();
  await expect(page.getByRole("heading", { name: "Your diagnostic is canceled" })).toBeVisible();
});
