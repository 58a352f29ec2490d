/** The admin: changing a price, and accessibility of every table (OPS-12). */
import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { shapesNow, writeBoundaryFile } from "./files.ts";
import { sample } from "./sampling.ts";
import { openTables } from "./staff.ts";
import { expect, test } from "./test.ts";

const TABLES = "/staff/tables/";
const IMPORTS = `${TABLES}coverage/coverageimport/`;
const PACKAGES = `${TABLES}pricing/installationpackage/`;

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

async function farPrice(page: Page): Promise<number> {
  const { prices } = await (await page.request.get("/api/price-book")).json();
  return prices.find(({ band }: { band: string }) => band === "far").installation_cents;
}

test("OPS-12.1 F5 a price is changed on a page somebody was sent to, and counts at once", async ({
  page,
  comeAs,
}) => {
  const farPackage = page
    .locator("#result_list")
    .getByRole("link", { name: "Long-Distance Installation" });
  const price = page.getByLabel("Price, in dollars:").first();
  const before = await farPrice(page);
  const after = before + 1_00;
  const text = (after / 100).toFixed(2);
  const { email, secret } = await comeAs("manager", `${PACKAGES}?o=2`, { minutesAgo: 6 });
  await expect(page).toHaveURL(`${PACKAGES}?o=2`);
  await page.setViewportSize({ width: 1600, height: 1000 }); // narrower bars leave the name out
  await expect(page.getByText(`${email}, manager`)).toBeVisible();
  await farPackage.click();
  await expect(price).toHaveValue((before / 100).toFixed(2));
  await expectNoViolationsAtBothWidths(page, "a price");

  await price.fill(text);
  await save(page);
  await expect(page.getByText("What you typed is saved.")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "second factor");
  expect(await farPrice(page)).toBe(before);
  await page.getByLabel(/Code of your authenticator app/).fill(codeOf(secret));
  await page.getByRole("button", { name: "Show and save" }).click();
  await expect(page.getByText("was changed successfully")).toBeVisible();
  await expect.poll(() => farPrice(page)).toBe(after);
  await farPackage.click();
  await expect(page.getByRole("row", { name: /Row changed/ }).first()).toContainText(email);

  await page.goto("/");
  // The press waits for the calculator's script, so the choice may follow a moment later.
  const far = page.getByRole("radio", { name: "50–150 ft" }).first();
  await far.click({ force: true });
  await expect(far).toBeChecked();
  await expect(page.getByText(`$${(after / 100).toLocaleString("en-US")}`).first()).toBeVisible();
});

// A previewed file adds a row, which the list needs.
async function previewFile(page: Page, file: string) {
  await page.goto(`${IMPORTS}add/`);
  await expectNoViolationsAtBothWidths(page, "importing a file");
  await writeBoundaryFile(file, (await shapesNow(page)).slice(0, 1));
  await page.getByLabel("boundary file").check();
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Look at what it would do" }).click();
  await expect(page.getByText("This is a preview. Nothing is changed yet.")).toBeVisible();
}

test("a table, its rows and its form have no violation of WCAG 2.2 AA", async ({
  page,
  comeAs,
}, info) => {
  test.setTimeout(420_000); // all of them in `make faults`
  await comeAs("owner", "/staff/account");
  const lists = await openTables(page);
  await expectNoViolationsAtBothWidths(page, "index");

  for (const list of sample(lists)) {
    if (list === IMPORTS) await previewFile(page, info.outputPath("one.geojson"));
    await page.goto(list);
    await expectNoViolationsAtBothWidths(page, list);
    const row = page.locator("#result_list tbody th a");
    const one = (await row.count())
      ? row.first()
      : page.getByRole("link", { name: /^Add / }).last();
    if (!(await one.count())) continue; // the list is empty, and rows cannot be added by hand
    await one.click();
    await page.waitForURL(({ pathname }) => pathname !== list);
    await expectNoViolationsAtBothWidths(page, `one of ${list}`);
  }
});
