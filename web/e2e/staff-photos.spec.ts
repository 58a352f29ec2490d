/** The photo desk: what a home shows beside what was chosen, and what follows from it (PHOTO-02). */
import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { jpegAt } from "./files.ts";
import { reviewOf, sendPhotosByCalls } from "./photos-by-calls.ts";
import { aTechnician, signInAsStaff, staffMember } from "./staff.ts";

const FEET = "Confirmed distance in feet";
const GALLERY = `${import.meta.dirname}/../src/assets/gallery-1.jpg`;

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const told = async (page: Page) => (await page.request.get("/api/my-booking")).json();

async function aHomeowner(browser: Browser, picture = GALLERY) {
  const homeowner = await (await browser.newContext()).newPage();
  const email = `desk-${randomUUID().slice(0, 8)}@example.org`;
  const orderId = await sendPhotosByCalls(homeowner, email, picture);
  return { homeowner, orderId };
}

async function atDesk(page: Page, orderId: string) {
  const reviewId = await reviewOf(orderId, staffMember(page.request, "Jo"));
  await signInAsStaff(page, "reviewer", `/staff/photos/${reviewId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
}

test("PHOTO-02 photos are looked at from near, by keys alone, and the promised price is locked", async ({
  page,
  browser,
}, info) => {
  test.slow();
  const picture = await jpegAt(info.outputPath("home.jpg"), { width: 1000, height: 750 });
  const { homeowner, orderId } = await aHomeowner(browser, picture);
  await atDesk(page, orderId);

  const photo = page.locator(".viewer__photo");
  await expect(photo).toBeVisible();
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1000);
  await expect(page.getByText("All that were asked are here.")).toBeVisible();
  await expect(page.getByText("The gate is open.")).toBeVisible();
  await expect(page.getByText("Close, up to 25 ft, $12,694.77")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "photo review");

  await page.getByRole("group", { name: /^Photo 1 of 5/ }).focus();
  await page.keyboard.press("+");
  await expect(photo).toHaveCSS("transform", /matrix\(1\.4, 0, 0, 1\.4/);
  await page.keyboard.press("r");
  await expect(photo).toHaveCSS("transform", /matrix\([^,]*, 1, -1,/);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Photo 2 of 5: Wall around the panel")).toBeVisible();
  await page.getByRole("group", { name: /^Photo 2 of 5/ }).hover();
  await page.mouse.wheel(0, -400);
  await expect(photo).toHaveCSS("transform", /matrix\(1\.8/);
  await press(page, "Show photo: Gas meter or propane tank");
  await expect(page.getByText("Photo 3 of 5: Gas meter")).toBeVisible();

  await page.getByLabel(FEET).fill("20");
  await page.getByLabel(FEET).press("Enter");
  await expect(page.getByText("Locks the promised price at once.")).toBeVisible();
  await press(page, "Lock $12,694.77");

  await expect(page.getByText("Locked at $12,694.77")).toBeVisible();
  await expect.poll(async () => (await told(homeowner)).price.status).toBe("locked");
  expect((await told(homeowner)).price.confirmed_run_ft).toBe(20);
});

test("PHOTO-02 a longer run is priced to the cent, put to the homeowner, and seen by whoever was slower", async ({
  page,
  browser,
}) => {
  test.slow();
  const { homeowner, orderId } = await aHomeowner(browser);
  await atDesk(page, orderId);

  await page.getByLabel(FEET).fill("160");
  await expect(page.getByText(/A run over 150 ft has no flat price/)).toBeVisible();
  await page.getByLabel("Another price for the installation").fill("9,000");
  await expect(page.getByText(/They may decline, cancel, and have everything back/)).toBeVisible();
  await page.getByLabel("Another price for the installation").fill("");
  await page.getByLabel(FEET).fill("41");
  await expect(page.getByText("Medium, 26 to 50 ft")).toBeVisible();
  await expect(page.getByRole("row", { name: /Total/ })).toContainText("$12,694.77$13,694.77");
  await expectNoViolationsAtBothWidths(page, "a higher price");

  const other = staffMember(page.request, "Jo");
  await other.act(`orders/${orderId}/technician`, aTechnician());
  await press(page, "Propose $13,694.77");
  await expect(page.getByText(/Jo .* Look again before you go on/)).toBeVisible();
  await expect(page.getByLabel(FEET)).toHaveValue("41");
  await page.getByLabel("Why, in words the homeowner reads").fill("Around the garage: 41 ft.");
  await press(page, "Propose $13,694.77");

  await expect(page.getByText("$13,694.77 was put to the homeowner")).toBeVisible();
  const { price } = await told(homeowner);
  expect([price.status, price.change.reason]).toEqual([
    "change_proposed",
    "Around the garage: 41 ft.",
  ]);
});

test("PHOTO-02 better photos are asked for, and the review leaves the queue", async ({
  page,
  browser,
}) => {
  test.slow();
  const { homeowner, orderId } = await aHomeowner(browser);
  const reviewId = await reviewOf(orderId, staffMember(page.request, "Jo"));
  await signInAsStaff(page, "reviewer", "/staff/photos");
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "photo queue");
  await page.locator(`a[href="/staff/photos/${reviewId}"]`).click();

  await page.getByText("Ask for better photos").click();
  await page.getByRole("checkbox", { name: /cannot read the main breaker/ }).check();
  await page.getByLabel("In your own words").fill("Mornings are brighter there.");
  await expectNoViolationsAtBothWidths(page, "asking for better photos");
  await press(page, "Ask for these photos");

  await expect(page.getByText("The homeowner is asked for better photos")).toBeVisible();
  await page.goto("/staff/photos?status=retake_requested");
  await expect(page.locator(`a[href="/staff/photos/${reviewId}"]`)).toBeVisible();
  const asked = await (await homeowner.request.get("/api/my-booking/photos")).json();
  expect(asked.retake_reason).toBe(
    "We cannot read the main breaker: please come closer, with the panel door open. Mornings are brighter there.",
  );
});

test("OPS-11 who may only look sees the photos and no form", async ({ page, browser }) => {
  test.slow();
  const { orderId } = await aHomeowner(browser);
  const reviewId = await reviewOf(orderId, staffMember(page.request, "Jo"));
  await signInAsStaff(page, "viewer", `/staff/photos/${reviewId}`);

  await expect(page.locator(".viewer__photo")).toBeVisible();
  await expect(page.getByText("You may look, not decide")).toBeVisible();
  await expect(page.getByLabel(FEET)).toBeHidden();
});
