/** One customer's data, lists and the trail, on the real screens (OPS-11, OPS-13). */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls } from "./booking.ts";
import { rows } from "./database.ts";
import { memberOfStaff, signInAsStaff, staffCalls } from "./staff.ts";

test("OPS-13 a customer is found, copied and erased, and the trail tells of it", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const email = `erased-${randomUUID().slice(0, 8)}@example.org`;
  const homeowner = await (await browser.newContext()).newPage();
  const phone = `(832) 555-0${Math.floor(100 + Math.random() * 900)}`; // another's would be theirs too
  const orderId = await bookByCalls(homeowner, email, phone);
  const { token } = await memberOfStaff("manager", "office");
  await staffCalls(request, token).act(`orders/${orderId}/cancel`, { reason: "moved away" });
  await signInAsStaff(page, "owner", "/staff/customers");
  await expectNoViolationsAtBothWidths(page, "customers");

  await page.getByLabel("Find a customer").fill(email);
  await page.getByLabel("Find a customer").press("Enter");
  await page.getByRole("status").getByText("1 customer").waitFor();
  expect(page.url()).not.toContain(email);
  await page.locator(".customers__one").click();
  await expect(page.getByRole("table")).toContainText("Name and contacts");
  await expectNoViolationsAtBothWidths(page, "what we hold about a customer");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Copy of the data (JSON)" }).click();
  const told = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(told.tables.customers[0].email).toBe(email);
  const name = String(told.tables.customers[0].name);

  const refused = page.getByText(/not even|on its way|Complete or cancel/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("table")).toBeVisible();
    await expect(refused).toHaveCount(0);
  }).toPass({ timeout: 30_000 });
  await page.getByRole("button", { name: "Erase this customer" }).click();
  const dialog = page.getByRole("dialog");
  await expectNoViolationsAtBothWidths(page, "erase a customer");
  await dialog.getByLabel("Type their name to go on").fill(name);
  await dialog.getByRole("button", { name: "Erase this customer" }).click();
  await expect(page.getByText(/^Erased: \d+ rows/)).toBeVisible();
  expect(rows("SELECT id FROM customers WHERE email = %s", email)).toEqual([]);

  await page.goto(`/staff/trail?looks=no`);
  await expect(page.getByText(/erased a customer/).first()).toBeVisible();
  await page.getByRole("button", { name: "Check it now" }).click();
  await expect(page.getByText(/^It holds: /)).toBeVisible({ timeout: 30_000 });
  await expectNoViolationsAtBothWidths(page, "trail");
});
