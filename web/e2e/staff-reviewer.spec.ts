/** A reviewer's work on one home: better photos, a longer run, a locked price and its proposal. */
import { jpegAt } from "./files.ts";
import { fetchMyBooking, reviewOf, sendPhotosByCalls } from "./homeowner.ts";
import { expectToast, part } from "./staff.ts";
import { expect, test } from "./test.ts";

const NAME = "Rita Review";
const GAS = "Gas meter or propane tank";
const WORDS = "The label of the gas meter cannot be read.";
const WORKER = { timeout: 60_000 };

test("PHOTO-02.4 PROP-01.1 a reviewer asks for a better photo, confirms a longer run, and the approved price is locked with its proposal", async ({
  page: desk,
  visitor: homeowner,
  office,
  comeAs,
}, info) => {
  test.setTimeout(150_000);
  const id = await sendPhotosByCalls(homeowner, "rita@example.org", undefined, {
    name: NAME,
    notes: "The gate is open.",
  });
  const review = await reviewOf(id, office);
  await comeAs("reviewer", "/staff/photos");
  const openReview = async () => {
    await desk.goto("/staff/photos");
    await desk.locator(`a[href="/staff/photos/${review}"]`).click();
    await expect(desk.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  };

  await test.step("a better photo is asked for", async () => {
    await openReview();
    await desk.getByText("Request better photos").click();
    await desk.getByLabel("In your own words").fill(WORDS);
    await desk.getByRole("button", { name: "Request these photos" }).click();
    await expectToast(desk, "better photos were requested from the homeowner");
  });

  await test.step("the homeowner replaces it", async () => {
    await homeowner.goto("/my-booking/photos");
    await expect(homeowner.getByText(WORDS)).toBeVisible();
    const slot = homeowner
      .getByRole("listitem")
      .filter({ has: homeowner.getByRole("heading", { name: GAS }) });
    await slot
      .getByLabel(`Replace: ${GAS}`)
      .setInputFiles(await jpegAt(info.outputPath("label.jpg"), { width: 900, height: 700 }));
    await expect(slot.getByText("Received", { exact: true })).toBeVisible(WORKER);
    for (const box of await homeowner.getByRole("checkbox").all()) await box.check();
    await homeowner.getByRole("button", { name: "Send again" }).click();
    await expect(
      homeowner.getByRole("heading", { name: "Thank you, we have your photos" }),
    ).toBeVisible();
  });

  await test.step("a longer run costs more: it is put to the homeowner", async () => {
    await reviewOf(id, office);
    await openReview();
    await desk.getByLabel("Confirmed distance in feet").fill("41");
    await expect(desk.getByRole("row", { name: /Total/ })).toContainText("$12,694.77$13,694.77");
    await desk.getByRole("button", { name: "Propose $13,694.77" }).click();
    await expectToast(desk, "$13,694.77 was proposed to the homeowner");
    await openReviewOfOrder();
    await expect(
      part(desk, "Price").getByText("Higher price is waiting for the customer"),
    ).toBeVisible();
  });

  await test.step("the homeowner approves it, and it is locked", async () => {
    await homeowner.goto("/my-booking");
    const price = part(homeowner, "Your price");
    await expect(price.getByText("The total would go up by 7.9%.")).toBeVisible();
    await price.getByRole("button", { name: "Approve the new price" }).click();
    await expect(price.getByText("The new price is locked")).toBeVisible();
    const { price: locked } = await fetchMyBooking(homeowner);
    expect([locked.status, locked.confirmed_run_ft]).toEqual(["locked", 41]);
  });

  await test.step("the proposal is there, for both", async () => {
    await expect
      .poll(async () => (await fetchMyBooking(homeowner)).next_step.key, WORKER)
      .toBe("accept_proposal");
    await homeowner.goto("/my-booking");
    await expect(
      part(homeowner, "Your proposal").getByRole("button", { name: "Accept the proposal" }),
    ).toBeVisible();
    await openReviewOfOrder();
    await expect(
      part(desk, "Proposal and documents").getByText("Proposal, version 1, $13,694.77"),
    ).toBeVisible();
    await desk.goto(`/staff/photos/${review}`);
    await expect(desk.getByText("locked at $13,694.77")).toBeVisible();
  });

  async function openReviewOfOrder() {
    await desk.goto(`/staff/orders/${id}`);
    await expect(desk.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  }
});
