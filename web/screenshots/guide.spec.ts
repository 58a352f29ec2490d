/** Takes the operating guide's screenshots: an order from photo review to power-on, and two admin pages. */

import { shapesNow, writeBoundaryFile } from "../e2e/files.ts";
import { accept, bookByCalls, pay } from "../e2e/homeowner.ts";
import type { Member, Product } from "../e2e/product.ts";
import { confirmDialog, dialog, nextStep, type Office, part, signIn } from "../e2e/staff.ts";
import { expect, type Page, test } from "../e2e/test.ts";
import { keepFrom, keepTop, keepWindow, maskSecret } from "./look.ts";

const DESK = { width: 1440, height: 900 };
const TABLES = "/staff/tables/";
const WORKER_TIMEOUT = { timeout: 90_000 }; // the worker's next rounds, on a busy machine
const EMAIL = "ada-guide@example.org";

const PHOTO = `${import.meta.dirname}/../src/assets/gallery-1.jpg`;
const PHOTO_TIMEOUT = { timeout: 60_000 }; // each photo is processed before it counts

async function openOrder(page: Page, id: string) {
  await page.goto(`/staff/orders/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Upload five guided photos on the real pages, answer both questions and give consent. */
async function sendPhotos(page: Page) {
  await page.getByRole("link", { name: "Add your photos" }).click();
  const { shots, least } = await (await page.request.get("/api/my-booking/photos")).json();
  for (const { title } of shots.slice(0, least)) {
    await page.getByLabel(`Choose photo: ${title}`).setInputFiles(PHOTO);
    await expect(page.getByLabel(`Replace: ${title}`)).toBeAttached(PHOTO_TIMEOUT);
  }
  await page.getByRole("checkbox", { name: /homeowner or the decision maker/ }).check();
  await page.getByRole("checkbox", { name: /place a stake or flag/ }).check();
  await page.locator('input[name="consent"]').check();
  await page.getByRole("button", { name: "Send my photos" }).click();
  await expect(page.getByRole("link", { name: /booking/i }).first()).toBeVisible();
}

async function captureSignIn(page: Page, member: Member) {
  await page.goto("/staff");
  await expect(page.getByLabel("Email")).toBeVisible();
  await keepTop(page, "1-sign-in");
  await signIn(page, member);
}

async function captureBoard(page: Page, office: Office, id: string) {
  const { appointment } = await office.look(`orders/${id}`);
  await page.goto(`/staff/board?day=${appointment.day}`);
  await expect(page.getByText("Ada Lovelace").first()).toBeVisible();
  await keepTop(page, "2-board");
  await page.getByRole("button", { name: "Calendar links" }).click();
  await page.getByRole("button", { name: "Create a link: Sam Ortiz" }).click();
  await maskSecret(page.getByLabel("Calendar link of Sam Ortiz"));
  await keepWindow(page, "calendar-links");
}

async function captureOrder(page: Page, id: string) {
  await page.goto("/staff/orders?needs=us");
  await expect(page.getByRole("link", { name: "Ada Lovelace" }).first()).toBeVisible();
  await keepTop(page, "3-orders");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search orders/ }).fill("555-0162");
  await expect(page.getByRole("option", { name: /Ada Lovelace/ }).first()).toBeVisible();
  await keepWindow(page, "search");
  await openOrder(page, id);
  await page.getByRole("button", { name: "Assign a technician" }).click();
  const select = dialog(page, "Assign a technician").getByLabel("Technician");
  await select.selectOption({ label: "Sam Ortiz, (713) 555-0171" });
  await confirmDialog(page, "Assign a technician", "Assign");
  await expect(page.locator(".toaster").getByRole("button", { name: "Undo" })).toBeVisible();
  await keepWindow(page, "undo");
  await openOrder(page, id);
  await keepTop(page, "4-order");
}

async function capturePhotoReview(page: Page) {
  await page.goto("/staff/photos");
  const waiting = page.getByRole("link", { name: /Ada Lovelace/ }).first();
  await expect(waiting).toBeVisible();
  await keepTop(page, "5-photos");
  await waiting.click();
  await page.getByLabel("Confirmed distance in feet").fill("20");
  const lock = page.getByRole("button", { name: /^Lock / });
  await expect(lock).toBeEnabled();
  await page.waitForLoadState("networkidle");
  await keepTop(page, "6-review");
  await lock.click();
  await expect(page.getByText(/^locked at/).first()).toBeVisible();
}

async function captureProposal(page: Page, id: string) {
  await openOrder(page, id);
  const section = part(page, "Proposal and documents");
  const proposal = section.getByText(/Proposal, version 1/).first();
  const generate = section.getByRole("button", { name: "Generate the proposal" });
  await expect(proposal.or(generate).first()).toBeVisible();
  if (await generate.isVisible()) {
    await generate.click();
    await confirmDialog(page, "Generate the proposal?", "Generate the proposal");
  }
  await expect(proposal).toBeVisible();
  await openOrder(page, id);
  await keepTop(page, "7-proposal");
  await part(page, "Price").getByRole("button", { name: "Change the price" }).click();
  const change = dialog(page, "Change the price");
  await change.getByRole("button", { name: "Trenching under a hard surface" }).click();
  const line = change.getByRole("group", { name: "Extra" });
  await line.getByLabel("Quantity").fill("12");
  await line.getByLabel("Price in dollars").fill("38");
  await change.getByLabel("Reason").fill("The line to the meter crosses the driveway.");
  await line.scrollIntoViewIfNeeded();
  await keepWindow(page, "change-price");
}

async function captureEquipment(page: Page, id: string) {
  await openOrder(page, id);
  await nextStep(page).getByRole("button", { name: "Equipment has arrived" }).click();
  await expect(dialog(page, "Has the equipment arrived?")).toBeVisible();
  await keepWindow(page, "8-equipment");
  await confirmDialog(page, "Has the equipment arrived?", "Equipment has arrived");
}

async function captureCompletion(page: Page, product: Product, id: string) {
  await openOrder(page, id);
  await keepTop(page, "9-complete");
  await product.theDayComes(id);
  await openOrder(page, id);
  await part(page, "Money").getByRole("button", { name: "Installation is complete" }).click();
  await confirmDialog(page, "Is the installation complete?", "Installation is complete");
  await nextStep(page).getByRole("button", { name: "The power is on" }).click();
  await expect(dialog(page, "Is the power on?")).toBeVisible();
  await keepWindow(page, "10-power-on");
  await confirmDialog(page, "Is the power on?", "The power is on");
}

test("an order from photo review to completed", async ({ page, visitor, office, product }) => {
  test.setTimeout(600_000);
  await page.setViewportSize(DESK);
  const id = await bookByCalls(visitor, EMAIL, "(713) 555-0162");
  await visitor.goto("/my-booking");
  await sendPhotos(visitor);
  await office.post("technicians", { name: "Sam Ortiz", phone: "(713) 555-0171" });

  await captureSignIn(page, await product.member("dispatcher", "jo"));
  await captureBoard(page, office, id);
  await captureOrder(page, id);
  await capturePhotoReview(page);
  await captureProposal(page, id);
  await accept(visitor);
  await pay(visitor, "acceptance");
  await captureEquipment(page, id);
  await pay(visitor, "equipment");
  await captureCompletion(page, product, id);
  await pay(visitor, "completion");
  await openOrder(page, id);
  await expect(part(page, "Done")).toBeVisible(WORKER_TIMEOUT);
  await keepTop(page, "11-done");
  await keepFrom(page, part(page, "Proposal and documents"), "documents");
});

test("the tables of the operating guide", async ({ page, comeAs }, info) => {
  test.slow();
  await page.setViewportSize(DESK);
  await comeAs("manager");
  await page.getByRole("link", { name: "Tables" }).click();
  await expect(page).toHaveURL(/\/staff\/tables\/$/); // the console is left

  const shapes = (await shapesNow(page)).slice(4);
  const file = await writeBoundaryFile(info.outputPath("houston_zcta.geojson"), shapes);
  await page.goto(`${TABLES}coverage/coverageimport/add/`);
  await page.getByLabel("boundary file").check();
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Look at what it would do" }).click();
  await expect(page.getByText("This is a preview. Nothing is changed yet.")).toBeVisible();
  await keepTop(page, "12-coverage");

  await page.goto(`${TABLES}messaging/messagetemplate/reminder_day/email/change/`);
  await expect(page.getByRole("heading", { name: "As it would be sent" })).toBeVisible();
  await keepTop(page, "13-words");
});
