/** Takes the operating guide's screenshots of the office's other jobs, and of the crew's phone. */

import { bookByCalls } from "../e2e/homeowner.ts";
import { confirmDialog, nextStep, part } from "../e2e/staff.ts";
import { expect, type Page, test } from "../e2e/test.ts";
import { keepTop, keepWindow } from "./look.ts";

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

  const { id } = await office.act("quotes", {
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
  await office.act(`quotes/${id}/send`, { seen_version: 1 });
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
  const id = await bookByCalls(visitor, "cora-guide@example.org", undefined, "Cora Crew");
  const { job } = await product.crewJob(id, email);
  await page.goto("/staff/crew");
  await expect(page.getByRole("link", { name: /Cora Crew/ })).toBeVisible();
  await keepTop(page, "crew-jobs");
  await page.goto(`/staff/crew/${job}`);
  await expect(heading(page, "Cora Crew")).toBeVisible();
  await keepTop(page, "crew-job");
});

test("what waits, and the books", async ({ page, visitor, office, comeAs }) => {
  await bookByCalls(visitor, "ines-guide@example.org", undefined, "Ines Ortega");
  await office.act("tasks", { title: "Call the HOA of Ines Ortega" });
  await comeAs("owner", "/staff/waits");
  await expect(page.getByText("Call the HOA of Ines Ortega")).toBeVisible();
  await keepTop(page, "waits");

  await page.goto("/staff/payouts");
  await page.getByRole("button", { name: "Look for new payouts" }).click();
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(page.getByRole("row")).not.toHaveCount(0);
  await keepTop(page, "payouts");
});
