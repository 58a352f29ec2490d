/** The homeowner's five photos, uploaded on the real pages. */
import { expect, type Page } from "@playwright/test";

const PHOTO = `${import.meta.dirname}/../src/assets/gallery-1.jpg`;
const PHOTO_TIMEOUT = { timeout: 60_000 }; // each photo is processed before it counts

/** Upload five guided photos, answer both questions and give consent. */
export async function sendPhotos(page: Page) {
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
