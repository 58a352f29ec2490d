/** The photo review screen: the photos beside the selection, and the decision (PHOTO-02). */
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { jpegAt } from "./files.ts";
import { fetchMyBooking, reviewOf, sendPhotosByCalls } from "./homeowner.ts";
import { expect, test } from "./test.ts";

test("PHOTO-02.1 PHOTO-02.2 photos are looked at from near, by keys alone, and the promised price is locked", async ({
  page,
  visitor: homeowner,
  office,
  comeAs,
}, info) => {
  const picture = await jpegAt(info.outputPath("home.jpg"), { width: 1000, height: 750 });
  const id = await sendPhotosByCalls(homeowner, "ada-desk@example.org", picture);
  const review = await reviewOf(id, office);
  await comeAs("reviewer", "/staff/photos");
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "photo queue");
  await page.locator(`a[href="/staff/photos/${review}"]`).click();

  const photo = page.getByRole("group", { name: /^Photo \d of 5/ }).getByRole("img");
  const feet = page.getByLabel("Confirmed distance in feet");
  await expect(photo).toBeVisible();
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1000);
  await expect(page.getByText("The gate is open.")).toBeVisible();
  await expect(page.getByText("0–25 ft, $12,694.77")).toBeVisible();
  await page.getByText("Request better photos").click();
  await expectNoViolationsAtBothWidths(page, "photo review with a request for better photos");
  await page.getByText("Confirm the distance", { exact: true }).click();

  await page.getByRole("group", { name: /^Photo 1 of 5/ }).focus();
  await page.keyboard.press("+");
  await expect(photo).toHaveCSS("transform", /matrix\(1\.4, 0, 0, 1\.4/);
  await page.keyboard.press("r");
  await expect(photo).toHaveCSS("transform", /matrix\([^,]*, 1, -1,/);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("group", { name: /^Photo 2 of 5/ }).hover();
  await page.mouse.wheel(0, -400);
  await expect(photo).toHaveCSS("transform", /matrix\(1\.8/);

  await feet.fill("41");
  await expect(page.getByRole("row", { name: /Total/ })).toContainText("$12,694.77$13,694.77");
  await expectNoViolationsAtBothWidths(page, "a higher price");
  await feet.fill("20");
  await feet.press("Enter");
  await expect(page.getByText("Locks the promised price at once.")).toBeVisible();
  await page.getByRole("button", { name: "Lock $12,694.77" }).click();

  await expect(page.getByText("locked at $12,694.77", { exact: true })).toBeVisible();
  const { price } = await fetchMyBooking(homeowner);
  expect([price.status, price.confirmed_run_ft]).toEqual(["locked", 20]);
});
