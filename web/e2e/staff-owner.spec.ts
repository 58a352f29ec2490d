/** An owner begins: from the first sign-in on an empty installation to the test order (OPS-14). */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { codeOf } from "./authenticator.ts";
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { beyondTheEdge, openWhole } from "./pages.ts";
import { Product } from "./product.ts";
import { dialog, part } from "./staff.ts";
import { expect, test } from "./test.ts";
import { bookWhole } from "./wizard.ts";

const PASSWORD = "correct-horse-battery";
const OWNER = "jo@bayou.test";
const CUSTOMER = "first.customer@example.org";
const BRAND = "Bayou Backup";
const FACTS = {
  Brand: BRAND,
  "Name on the license": "Bayou Backup Power LLC",
  "License number": "TECL 31337",
  Email: "office@bayou.test",
  "Postal address": "9 Bayou Bend, Houston, TX 77007",
  "Opening hours": "Mon–Sat, 7 AM – 7 PM",
  "Support hours": "Mon–Fri, 8 AM – 6 PM",
};
const BLUE = "#1f4e8c";
const BLUE_IN_CSS = "rgb(31, 78, 140)";
const DAY_MS = 86_400_000;
type Day = {
  date: string;
  open: boolean;
  reason: string | null;
  windows: { start_time: string }[];
};
const ON_PAGES = { timeout: 40_000 }; // within half a minute, on a busy machine

test.use({ viewport: DESK });

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const open = (page: Page, step: string) => page.getByRole("link", { name: step }).click();
const backToList = (page: Page) =>
  page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: /^What waits/ })
    .click();

async function signInFirst(page: Page, invitation: URL) {
  await page.goto(`${invitation.pathname}${invitation.search}`);
  await click(page, "Accept the invitation");
  await page.getByLabel("Name").fill("Olive Owner");
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Repeat the password").fill(PASSWORD);
  await click(page, "Save this password");
  await page.getByLabel("Email").fill(OWNER);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Password").press("Enter");
  const secret = (await page.getByRole("code").textContent())?.replaceAll(/\s/g, "");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret ?? ""));
  await click(page, "Confirm");
  await page.getByText("I have saved these codes").click();
  await click(page, "Open the console");
}

async function saveIn(page: Page, name: string) {
  await part(page, name).getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page
      .locator(".toaster")
      .getByText(/^Saved\./)
      .last(),
  ).toBeVisible();
}

async function setCompany(page: Page) {
  await open(page, "Company name, address and email");
  const form = part(page, "Company");
  for (const [label, text] of Object.entries(FACTS))
    await form.getByRole("textbox", { name: label, exact: true }).fill(text);
  await form.getByRole("textbox", { name: "Phone", exact: true }).fill("2815550199");
  await saveIn(page, "Company");
}

async function setLook(page: Page) {
  const colors = part(page, "Colors");
  await colors.getByRole("textbox", { name: "Main color", exact: true }).fill("#F2C200");
  await colors.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    colors.getByText(/on white has 1\.6:1, at least 4\.5:1 is needed/).first(),
  ).toBeVisible();
  await colors.getByRole("textbox", { name: "Main color", exact: true }).fill(BLUE);
  await saveIn(page, "Colors");
  await expect(colors.getByRole("button", { name: "Reset to the default colors" })).toBeVisible();
  const logo = await sharp({
    create: { width: 300, height: 100, channels: 4, background: BLUE },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel("Choose a logo")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  await expect(part(page, "Logo").getByAltText(/./).first()).toBeVisible(ON_PAGES);
  await expectNoViolationsAtBothWidths(page, "company, logo and colors");
}

async function addPeople(page: Page) {
  await open(page, "Invite your staff");
  const invite = part(page, "Invite someone");
  await invite.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await invite.getByRole("textbox", { name: "Email" }).fill("mary@bayou.test");
  await invite.getByRole("radio", { name: "Dispatcher" }).check();
  await click(page, "Invite");
  await expect(page.getByText("Mary Jackson was invited, as Dispatcher.")).toBeVisible();
}

async function testConnections(page: Page) {
  await open(page, "Send email through your own server");
  await part(page, "Email").getByRole("button", { name: /test/i }).click();
  await expect(part(page, "Email").getByText(/kept/i).last()).toBeVisible();
  await part(page, "Cards")
    .getByRole("button", { name: /test|try/i })
    .click();
  await expect(part(page, "Cards").getByText(/No signed event has come yet/)).toBeVisible();
  await part(page, "Texts").getByLabel("Send a test to this number").fill("2815550107");
  await part(page, "Texts").getByRole("button", { name: "Send a test text" }).click();
  await expect(part(page, "Texts").getByText("Kept on this server: read it below.")).toBeVisible();
  const maps = part(page, "Maps and addresses");
  await maps.getByRole("button", { name: "Look up your own address" }).click();
  await expect(maps.getByText(/^Found: /)).toBeVisible();
}

/** Open a section from another one. */
const openSection = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();

// One week more is offered, and in it the crews are off: other days have crews of their own.
async function setCalendar(page: Page, last: string) {
  const after = (days: number) =>
    new Date(Date.parse(last) + days * DAY_MS).toISOString().slice(0, 10);
  await openSection(page, "Working days");
  const form = part(page, "Working days");
  const offered = form.getByLabel("Last day offered, in days from today");
  await offered.fill(String(Number(await offered.inputValue()) + 7));
  await form.getByLabel("Earliest arrival").first().fill("08:00");
  await form.getByRole("button", { name: "Add closed days" }).click();
  await form.getByLabel("Reason").last().fill("Company vacation");
  await form.getByLabel("First day", { exact: true }).last().fill(after(1));
  await form.getByLabel("Last day", { exact: true }).last().fill(after(7));
  await saveIn(page, "Working days");
}

async function setDays(page: Page, site: Page) {
  const offered = async (): Promise<{ max_date: string; days: Day[] }> =>
    (await site.request.get("/api/availability")).json();
  const { max_date: last } = await offered();
  await setCalendar(page, last);
  await expect.poll(async () => (await offered()).max_date > last, ON_PAGES).toBe(true);
  const { days } = await offered();
  expect(days.find(({ open }) => open)?.windows[0]?.start_time).toBe("08:00");
  const added = days.filter(({ date, reason }) => date > last && reason !== "weekday");
  const reasons = new Set(added.map(({ reason }) => reason));
  reasons.delete("holiday"); // a federal one may be among them
  expect(reasons).toEqual(new Set(["blackout"]));
}

async function setTaxAndPermit(page: Page, site: Page) {
  await page.goto("/staff/settings/terms");
  await page.getByRole("textbox", { name: "Sales tax, percent" }).fill("8");
  await saveIn(page, "Terms and tax");
  await openSection(page, "Permit fees");
  await page.getByRole("textbox", { name: "Every other covered town" }).fill("175.50");
  await saveIn(page, "Permit fees");
  const rules = async () => {
    const { tax_rate, townships } = await (await site.request.get("/api/price-book")).json();
    const { permit_fee_cents } = townships.find(({ key }: { key: string }) => key === "default");
    return [Number(tax_rate), permit_fee_cents];
  };
  await expect.poll(rules, ON_PAGES).toEqual([0.08, 175_50]);
}

async function addTechnician(page: Page) {
  await open(page, "Add your technicians");
  await page.getByRole("button", { name: "Add a technician" }).click();
  const form = dialog(page, "Add a technician");
  await form.getByLabel("Name").fill("Grace Hopper");
  await form.getByLabel("Phone").fill("2815550107");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Grace Hopper").first()).toBeVisible();
}

async function expectLook(site: Page) {
  await expect
    .poll(async () => {
      await site.goto("/");
      return site.title();
    }, ON_PAGES)
    .toContain(BRAND);
  const brand = site.getByRole("banner").locator(".brand").first();
  await expect(brand).toHaveCSS("background-image", /\/api\/logos\//);
  await expect(site.getByRole("banner").getByRole("link", { name: BRAND }).first()).toBeVisible();
  const button = site.getByRole("banner").getByRole("link", { name: /estimate/i });
  await expect(button).toHaveCSS("background-color", BLUE_IN_CSS);
  await openWhole(site, "/");
  await expectNoViolationsAtBothWidths(site, "home with the owner's look");
}

test("OPS-14.5 OPS-14.1 OPS-14.2 OPS-14.4 OPS-14.6 OPS-14.7 an owner goes from the first sign-in by the checklist to a test order", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const product = await Product.start("owner");
  const context = await browser.newContext({ baseURL: product.site, viewport: DESK });
  const page = await context.newPage();
  try {
    await signInFirst(page, new URL(await product.invitation(OWNER, "owner")));
    await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
    await setCompany(page);
    await setLook(page);
    await backToList(page);
    await open(page, "Terms of payment and sales tax");
    await page.getByRole("textbox", { name: "Days to pay each part" }).fill("7");
    await saveIn(page, "Terms and tax");
    await backToList(page);
    await addPeople(page);
    await backToList(page);
    await testConnections(page);

    const site = await context.newPage();
    await setDays(page, site);
    await backToList(page);
    await addTechnician(page);
    await expectLook(site);
    await bookWhole(site, CUSTOMER, async () => {});
    await expect
      .poll(async () => (await product.keptMails(CUSTOMER)).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    const mail = (await product.keptMails(CUSTOMER)).at(-1);
    expect(mail?.html).toContain(`alt="${BRAND}"`);
    expect(mail?.html).toContain(`background:${BLUE}`);
    expect(mail?.html).toMatch(new RegExp(`${product.site}/api/logos/[0-9a-f]{64}`));
    expect(mail?.plain).toContain("(281) 555-0199");

    const document = await site.request.post("/api/gas-requests", {
      data: {
        name: "Ada Lovelace",
        address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
        appliances: [],
      },
    });
    const pdf = (await document.body()).toString("latin1");
    expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(pdf).toMatch(/\/Subtype\s*\/Image/);

    await backToList(page);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const list = part(page, "Getting started").getByRole("listitem");
    for (const step of [
      "Company name",
      "License number",
      "Phone",
      "Add your technicians",
      "Terms of payment",
      "Invite your staff",
      "Place a test order",
    ])
      await expect(list.filter({ hasText: step })).toContainText(/^(?!.*Not done)/);

    await setTaxAndPermit(page, site);
  } finally {
    await context.close();
    await product.stop();
  }
});

test("OPS-30.2 at 1440 px the bar stays on one line, with a long name and much that waits", async ({
  page,
  comeAs,
}) => {
  await page.route("**/api/staff/waits/counts", (route) =>
    route.fulfill({ json: { waits: 38, photos: 24, leads: 57 } }),
  );
  await page.route("**/staff/orders", async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace('"name":"Standby"', '"name":"Bayou Backup Power"');
    await route.fulfill({ response: answer, body: html });
  });
  await comeAs("owner", "/staff/orders");
  const bar = page.locator("header", { has: page.getByRole("navigation", { name: "Screens" }) });
  await expect(bar.getByText("Bayou Backup Power staff")).toBeVisible();
  await expect(bar.getByRole("link", { name: "Photos 24 waiting" })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Leads 57 waiting" })).toBeVisible();

  const tops = await bar
    .locator("nav :is(a, button)")
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect().top),
    );
  expect(tops.length).toBeGreaterThan(7);
  expect(new Set(tops).size).toBe(1);
  const height = await bar.evaluate((part) => part.getBoundingClientRect().height);
  expect(height, "one line").toBeLessThan(70);
  expect(await beyondTheEdge(page, DESK.width)).toBeLessThanOrEqual(0);
});
