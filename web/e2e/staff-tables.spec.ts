/** The tables of staff, on Django's own pages: prices that count at once, or from a day (OPS-12). */
import { expect, type Page, test } from "@playwright/test";
import { codeOf } from "./authenticator.ts";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { manage, memberOfStaff, signIn, signInAsStaff } from "./staff.ts";
import { beginAtAddress, chooseInTheWizard } from "./wizard.ts";

const TABLES = "/staff/tables/";
const PACKAGES = `${TABLES}catalog/installationpackage/`;
/** What is refused by the page's own policy stands in the console. */
const refusals = (page: Page) => {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") found.push(`${message.text()} ${message.location().url}`);
  });
  return found;
};

async function openFarPackage(page: Page) {
  await page.goto(PACKAGES);
  await page.getByRole("link", { name: "Long-Distance Installation" }).click();
  await expect(page.getByLabel("Price, in dollars:").first()).toBeVisible();
}

/** From the console, as its way between the screens has it. */
async function openTables(page: Page) {
  await page.getByRole("link", { name: "Tables" }).click();
  await page.waitForURL(`**${TABLES}`);
  await expect(page.getByRole("heading", { name: "Tables", exact: true })).toBeVisible();
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

async function farPrice(page: Page) {
  const { prices } = await (await page.request.get("/api/price-book")).json();
  return prices.find(({ band }: { band: string }) => band === "far").installation_cents as number;
}

test("OPS-11 a deep link to a table goes through the sign-in and arrives", async ({ page }) => {
  test.slow();
  const member = await memberOfStaff("manager");
  await page.goto(`${PACKAGES}?o=2`);
  await expect(page).toHaveURL(/\/staff\/open-tables\?to=/);
  await signIn(page, member).catch(() => undefined); // it leaves the console at once
  await expect(page).toHaveURL(`${PACKAGES}?o=2`);
  await expect(page.getByText(`${member.email}, manager`)).toBeVisible();

  await page.goto("/staff/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto(PACKAGES);
  await expect(page).toHaveURL(/\/staff\/open-tables\?to=/);
});

test("OPS-12 a price counts at once, another from tomorrow on", async ({ page }) => {
  test.slow();
  const member = await signInAsStaff(page, "manager");
  const refused = refusals(page);
  await openTables(page);
  const before = await farPrice(page);
  const after = before + 1_00;

  await openFarPackage(page);
  await page
    .getByLabel("Price, in dollars:")
    .first()
    .fill((after / 100).toFixed(2));
  await save(page);
  await expect(page.getByText("was changed successfully")).toBeVisible();
  await expect.poll(() => farPrice(page)).toBe(after);
  await page.goto("/");
  await page.getByRole("radio", { name: "50–150 ft" }).first().check({ force: true });
  await expect(page.getByText(`$${(after / 100).toLocaleString("en-US")}`).first()).toBeVisible();

  await openFarPackage(page);
  await expect(page.getByRole("row", { name: /Row changed/ }).first()).toContainText(member.email);
  await page.getByRole("link", { name: /^Plan: Long-Distance/ }).click();
  await page.getByLabel("New price, in dollars:").fill("7,999");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(tomorrow);
  await page.getByLabel("From this day on (Houston):").fill(day);
  await save(page);
  await openFarPackage(page);
  await expect(page.getByText(/\$7,999\.00, from/)).toBeVisible();
  expect(await farPrice(page)).toBe(after);

  await page.getByRole("region", { name: "Planned" }).getByRole("link").click();
  await page.getByLabel("Withdraw it").check();
  await save(page);
  await openFarPackage(page);
  await expect(page.getByText(/\$7,999\.00, from/)).toBeHidden();
  expect(refused).toEqual([]);
});

test("OPS-12 reliability F5 an old second factor is asked for again, and what was typed stays", async ({
  page,
}) => {
  test.slow();
  const { email, secret } = await signInAsStaff(page, "manager");
  await openTables(page);
  await page.goto(`${TABLES}catalog/appconfiguration/`);
  await page.getByRole("link", { name: "How long a date is held" }).click();
  manage("shell", "-c", OLDER(email));
  await page.getByLabel("An unpaid date is held for, in minutes:").fill("20");
  await save(page);
  await expect(page.getByText("What you typed is kept.")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "second factor");
  await page.getByLabel(/Code of your authenticator app/).fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Show and save" }).click();

  await expect(page.getByText(/greater than or equal to/)).toBeVisible();
  await expect(page.getByLabel("An unpaid date is held for, in minutes:")).toHaveValue("20");
});

const OLDER = (email: string) => `
from standby.apps.accounts.models import SignInSession
for session in SignInSession.objects.filter(user__email="${email}"):
    session.methods = [{**method, "timestamp": method["timestamp"] - 400} for method in session.methods]
    session.save()
`;

test("OPS-12 a coupon of the tables takes its part off in the wizard's price", async ({
  page,
  browser,
}) => {
  test.slow();
  const code = `E2E-${Date.now()}`;
  await signInAsStaff(page, "manager");
  await openTables(page);
  await page.goto(`${TABLES}catalog/coupon/add/`);
  await page.getByLabel("Code:").fill(code.toLowerCase());
  await page.getByLabel("Percent off:").fill("10");
  await save(page);
  await expect(page.getByText("was added successfully")).toBeVisible();

  const elsewhere = await browser.newContext();
  const visitor = await elsewhere.newPage();
  await beginAtAddress(visitor);
  await chooseInTheWizard(visitor);
  await visitor.getByText("Have a code?").click();
  await visitor.getByLabel("Code", { exact: true }).fill("nothing");
  await visitor.getByRole("button", { name: "Apply" }).click();
  await expect(visitor.getByText("We do not know this code.")).toBeVisible();
  await visitor.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await visitor.getByRole("button", { name: "Apply" }).click();
  await expect(visitor.getByText("Your code takes $1,211 off.")).toBeVisible();
  await expect(visitor.getByText("$11,482").first()).toBeVisible();
  await expectNoViolationsAtBothWidths(visitor, "a code in the price summary");
  await visitor.reload();
  await expect(visitor.getByText("$11,482").first()).toBeVisible();
  await elsewhere.close();
});

test("OPS-12 no table has a violation of WCAG 2.2 AA", async ({ page }) => {
  test.setTimeout(420_000); // thirteen tables, a list and a form of each, two widths
  await signInAsStaff(page, "owner");
  await openTables(page);
  await expectNoViolationsAtBothWidths(page, "index");
  const lists = await page
    .locator("#content-main th[scope=row] a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(lists.length).toBeGreaterThan(8);

  for (const list of lists) {
    await page.goto(list);
    await expectNoViolationsAtBothWidths(page, list);
    const row = page.locator("#result_list tbody th a").first();
    const add = page.getByRole("link", { name: /^Add / }).last();
    if (await row.count()) {
      await row.click();
      await expect(page.locator("#result_list")).toHaveCount(0); // the row's page has come
      await expectNoViolationsAtBothWidths(page, `a row of ${list}`);
    } else if (await add.count()) {
      await add.click();
      await expectNoViolationsAtBothWidths(page, `a new row of ${list}`);
    }
  }
});
