/** Takes the operating guide's screenshots of the office's other jobs, and of the crew's phone. */

import { bookByCalls } from "../e2e/homeowner.ts";
import { Product } from "../e2e/product.ts";
import { confirmDialog, nextStep, part, signIn } from "../e2e/staff.ts";
import { expect, type Page, test } from "../e2e/test.ts";
import { startTwilio, twilioCalls } from "../e2e/twilio.ts";
import { keepFrom, keepTop, keepWindow, maskSecret } from "./look.ts";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ADDRESS = "1 Waterway Ave, The Woodlands, TX 77380";

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

test.beforeEach(({ page }) => page.setViewportSize(DESK));

test("a new owner's first screens", async ({ page, comeAs }) => {
  await comeAs("owner", "/staff/waits");
  await expect(page.getByText("Getting started").first()).toBeVisible();
  await keepTop(page, "first-run");
  await page.goto("/staff/settings/company");
  await expect(page.getByLabel("License number")).toBeVisible();
  await keepTop(page, "company");
});

test("settings, an invitation and connections", async ({ page, comeAs }) => {
  await comeAs("owner", "/staff/settings/terms");
  await expect(page.getByLabel("Sales tax, percent")).toBeVisible();
  await keepTop(page, "terms");
  await page.goto("/staff/settings/calendar");
  await expect(page.getByLabel("Crews on a normal day")).toBeVisible();
  await keepTop(page, "working-days");
  await page.goto("/staff/settings/permits");
  await expect(page.getByLabel("Every other covered town, in dollars")).toBeVisible();
  await keepTop(page, "permit-fees");

  await page.goto("/staff/settings/staff");
  const invite = part(page, "Invite someone");
  await invite.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await invite.getByRole("textbox", { name: "Email" }).fill("mary-guide@example.org");
  await invite.getByRole("radio", { name: "Dispatcher" }).check();
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  const link = page.getByLabel("Link", { exact: true });
  await expect(link).toBeVisible();
  await maskSecret(link);
  await keepTop(page, "invitation");

  await page.goto("/staff/settings/connections");
  const cards = part(page, "Cards");
  await cards.getByRole("button", { name: "Test the key" }).click();
  await expect(cards.getByText("Test mode works")).toBeVisible();
  await keepTop(page, "connections");
});

test("a caller's order", async ({ page, comeAs }) => {
  await comeAs("dispatcher", "/staff/new-order");
  await page.getByLabel("Full name").fill("Marcus Reed");
  await page.getByLabel("Mobile phone").fill("(713) 555-0163");
  await page.getByLabel("Email").fill("marcus@example.org");
  await page.getByRole("combobox", { name: /address/i }).fill(ADDRESS);
  await page.getByRole("option", { name: /Waterway/ }).click();
  await page.getByRole("radio", { name: /25.50/ }).check();
  await page.getByLabel("Generator", { exact: true }).selectOption({ index: 1 });
  await expect(part(page, "Price to tell the caller").getByText("$").first()).toBeVisible();
  await keepTop(page, "new-order");
});

test("leads and a custom quote", async ({ page, visitor, office, product, comeAs }) => {
  await visitor.request.post("/api/manual-quote-requests", {
    data: { name: "Walt Long", phone: "(281) 555-0144", address: ADDRESS, run_ft: 210 },
  });
  await comeAs("dispatcher", "/staff/leads");
  await expect(page.getByText("Walt Long").first()).toBeVisible();
  await keepTop(page, "leads");

  const { id } = await office.post("quotes", {
    name: "Walt Long",
    phone: "(281) 555-0144",
    email: "walt@example.org",
    address: ADDRESS,
    run_ft: 210,
    model_number: "7043",
    line_items: [
      { kind: "installation", description: "Installation, 210 ft run", unit_cents: 9_490_00 },
      {
        kind: "generator",
        description: "Generac 7043, 22 kW",
        unit_cents: 6_979_00,
        taxable: true,
      },
      { kind: "extra", description: "Trench", quantity: 60, unit: "ft", unit_cents: 18_00 },
    ],
    message: "The trench runs along the fence, as we spoke about.",
  });
  await office.post(`quotes/${id}/send`, { if_version: 1 });
  await page.goto(`/staff/quotes/${id}`);
  await expect(part(page, "What the customer sees")).toBeVisible();
  await keepTop(page, "quote");

  const [mail] = await product.emails("walt@example.org");
  const link = /\/quote\/[^"]+/.exec(mail?.html ?? "")?.[0] ?? "";
  await visitor.setViewportSize(DESK);
  await visitor.goto(link);
  await expect(visitor.getByText("Trench").first()).toBeVisible();
  await keepTop(visitor, "quote-customer");
});

test("a conversation by text", async ({ browser }) => {
  const twilio = await startTwilio();
  const product = await Product.start("guide-texts", twilio.settings);
  const open = async () =>
    (await browser.newContext({ baseURL: product.site, viewport: DESK })).newPage();
  const [homeowner, page] = [await open(), await open()];
  try {
    const id = await bookByCalls(homeowner, "theo@example.org", "(713) 555-0168", "Theo Bell");
    const { receive, report } = twilioCalls(homeowner.request, product.site);
    await expect.poll(() => twilio.texts.length, { timeout: 60_000 }).toBeGreaterThan(0);
    await page.goto(`/staff/orders/${id}`);
    await signIn(page, await product.member("dispatcher", "jo"));
    await receive("+17135550168", "We have a dog. Can the crew ring before they open the gate?");
    await page.reload();
    const conversation = part(page, "Conversation");
    const message = conversation.getByLabel("Message to Theo Bell");
    await message.fill("Yes. Sam calls you from the street.");
    await conversation.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => twilio.texts.at(-1)?.body).toContain("Sam calls you");
    for (const { sid } of twilio.texts) await report(sid, "delivered");
    await receive("+17135550168", "Thanks! The panel is in the garage, I leave it open.");
    await page.reload();
    await message.fill("Perfect, see you then.");
    await part(page, "Texts and emails").evaluate((thread) => thread.scrollTo(0, 9999));
    await keepFrom(page, conversation, "conversation");
  } finally {
    await homeowner.context().close();
    await page.context().close();
    await product.stop();
    twilio.end();
  }
});

test("a job's steps, a storm day and taking back", async ({
  page,
  visitor,
  office,
  product,
  comeAs,
}) => {
  const id = await bookByCalls(visitor, "priya-guide@example.org", undefined, "Priya Shah");
  await comeAs("manager", `/staff/orders/${id}`);
  await page.locator("#readiness").scrollIntoViewIfNeeded();
  await keepWindow(page, "readiness");

  const { appointment } = await office.look(`orders/${id}`);
  await page.goto(`/staff/board?day=${appointment.day}`);
  await page
    .getByRole("button", { name: /^Crews on / })
    .first()
    .click();
  await page.getByRole("button", { name: "Close the day and move its jobs" }).click();
  await page.getByLabel("Reason").fill("Tropical storm");
  await expect(page.getByText(/Priya Shah/).first()).toBeVisible();
  await keepWindow(page, "storm");
  await page.keyboard.press("Escape");

  const { email } = await product.signedIn("technician", { name: "lee" });
  await product.crewJob(id, email);
  await page.goto(`/staff/orders/${id}`);
  await part(page, "Money").getByRole("button", { name: "Installation is complete" }).click();
  await confirmDialog(page, "Is the installation complete?", "Installation is complete");
  await expect(nextStep(page).getByRole("button", { name: "The power is on" })).toBeVisible();
  await part(page, "Money").getByRole("button", { name: "Take back" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await keepWindow(page, "take-back");
});

test("the crew's phone", async ({ page, visitor, product, comeAs }) => {
  await page.setViewportSize(PHONE);
  const { email } = await comeAs("technician", "/staff");
  await expect(page).toHaveURL(/\/staff\/crew$/);
  const id = await bookByCalls(visitor, "cora-guide@example.org", undefined, "Cora Crew");
  const { job } = await product.crewJob(id, email);
  await page.reload();
  await expect(page.getByRole("link", { name: /Cora Crew/ })).toBeVisible();
  await keepTop(page, "crew-jobs");
  await page.goto(`/staff/crew/${job}`);
  await expect(heading(page, "Cora Crew")).toBeVisible();
  await keepTop(page, "crew-job");
});

test("what waits, and the books", async ({ page, visitor, office, comeAs }) => {
  await bookByCalls(visitor, "omar-guide@example.org", undefined, "Omar Haddad");
  await visitor.context().clearCookies();
  await bookByCalls(visitor, "ines-guide@example.org", undefined, "Ines Ortega");
  await office.post("tasks", { title: "Call the HOA of Ines Ortega" });
  await comeAs("owner", "/staff/waits");
  await expect(page.getByText("Call the HOA of Ines Ortega")).toBeVisible();
  await keepTop(page, "waits");

  await page.goto("/staff/payouts");
  await page.getByRole("button", { name: "Check for new payouts" }).click();
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(page.getByRole("row")).not.toHaveCount(0);
  await keepTop(page, "payouts");

  await page.goto("/staff/orders");
  const ticks = page.getByRole("checkbox", { name: /^Select the order of/ });
  await ticks.first().check();
  await ticks.nth(1).check();
  await expect(part(page, "Selected orders").getByText("2 selected")).toBeVisible();
  await keepTop(page, "at-once");
});
