/** A customer's data and the audit log of what was done with it (OPS-13). */
import { readFileSync } from "node:fs";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls } from "./homeowner.ts";
import { staffCalls } from "./staff.ts";
import { expect, test } from "./test.ts";

test("OPS-13.2 OPS-13.3 a customer is found, copied and erased, and the audit log tells of it", async ({
  page,
  product,
  visitor,
  request,
  comeAs,
}) => {
  const email = "erased-for-good@example.org";
  const customerRows = () =>
    product.rows("SELECT public_id FROM customers WHERE email = %s", email);
  const orderId = await bookByCalls(visitor, email, "(832) 555-0147", "Erna Erased");
  const { token } = await comeAs("owner", "/staff/customers");
  const owner = staffCalls(request, token);
  await owner.post(`orders/${orderId}/cancel`, { reason: "moved away" });
  const [customer] = await customerRows();
  // A customer cannot be erased while messages or refunds are pending.
  await expect
    .poll(async () => (await owner.look(`customers/${customer?.public_id}`)).refused)
    .toBeNull();
  await expectNoViolationsAtBothWidths(page, "customers");

  await page.getByLabel("Find a customer").fill(email);
  await page.getByLabel("Find a customer").press("Enter");
  await expect(page.getByRole("status").getByText("1 customer")).toBeVisible();
  expect(page.url()).not.toContain(email);
  await page.getByRole("link", { name: "Erna Erased" }).click();
  await expect(page.getByRole("table")).toContainText("Name and contacts");
  await expectNoViolationsAtBothWidths(page, "what we hold about a customer");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Copy of the data (JSON)" }).click();
  const copy = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(copy.tables.customers[0]).toMatchObject({ email, name: "Erna Erased" });

  await page.getByRole("button", { name: "Erase this customer" }).click();
  const dialog = page.getByRole("dialog");
  await expectNoViolationsAtBothWidths(page, "erase a customer");
  await dialog.getByLabel("Type their name to continue").fill("Erna Erased");
  await dialog.getByRole("button", { name: "Erase this customer" }).click();
  await expect(page.getByText(/^Erased: \d+ rows/)).toBeVisible();
  expect(await customerRows()).toEqual([]);

  await page.goto("/staff/audit-log?looks=no");
  await expect(page.getByText(/erased a customer/).first()).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/^Check passed: /)).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "audit-log");
});
