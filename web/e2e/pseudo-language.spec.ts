/**
 * The main walk, the crew's phone and screens of the console in a language that nobody speaks
 * (ops/pseudo_language.py builds and serves it). What is still in plain letters there could not be
 * translated.
 */
import { readFile } from "node:fs/promises";
import { PHONE } from "./axe.ts";
import { bookByCalls, fetchMyBooking, uploadByCalls } from "./homeowner.ts";
import { englishIn, expectNoEnglish, heard, said, storedIn } from "./pseudo-language.ts";
import { expect, type Page, test } from "./test.ts";
import { beginAtAddress } from "./wizard.ts";

test.use({ locale: "el" });
test.setTimeout(240_000);

const press = (page: Page, key: string) =>
  page
    .getByRole("button", { name: said(key) })
    .first()
    .click();

test("I18N-01.1 the main walk has no English word: home, wizard, checkout, my booking", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "el");
  await expectNoEnglish(page, "home");

  await beginAtAddress(page);
  await page.getByRole("radio").first().check();
  await expect(page.getByText("4.990").first()).toBeVisible();
  await expectNoEnglish(page, "distance");
  await press(page, "wizard_next");

  await expect(page).toHaveURL(/\/generator-selection$/);
  await page.getByRole("radio", { name: /22/ }).check();
  await expect(page.getByText("12.694").first()).toBeVisible();
  await expectNoEnglish(page, "generator");
  await press(page, "wizard_next");

  await expect(page).toHaveURL(/\/installation-date$/);
  await page
    .getByRole("button", { name: heard("appointment_date_available") })
    .first()
    .click();
  await page.getByRole("radio", { name: said("window_morning") }).check();
  await press(page, "appointment_date_reserve");
  await expectNoEnglish(page, "date, refused");
  await page.getByLabel(said("contact_name")).fill("Ada Lovelace");
  await page.getByLabel(said("contact_phone")).fill("7135550199");
  await page.getByRole("textbox", { name: said("contact_email") }).fill("pseudo@example.org");
  await press(page, "appointment_date_reserve");

  await expect(page).toHaveURL(/\/finalize-installation\?order=/);
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  await expectNoEnglish(page, "review");
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await press(page, "card_payment_pay");
  // The page that stands for a card provider's is of operators.
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(said("payment_visit_paid_thanks"))).toBeVisible({ timeout: 30_000 });
  await expectNoEnglish(page, "paid");

  await page.goto("/my-booking");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Messages and papers stay as they were written.
  const stored = ["/messages", "/documents"].map((part) => fetchMyBooking(page, part));
  await expectNoEnglish(page, "my booking", storedIn(await Promise.all(stored)));
  await page.goto("/my-booking/photos");
  await expect(page.locator("input[type=file]").first()).toBeAttached();
  await expectNoEnglish(page, "photos");
});

const PUBLIC = [
  ...["/faq", "/generator-config", "/gas-check", "/outages", "/reviews", "/order"],
  ...["/legal/installation-agreement", "/legal/privacy", "/legal/photo-review", "/legal/terms"],
  ...["/tx/katy/home-generator-installation", "/distance-helper", "/diagnostic", "/nothing-here"],
];

for (const path of PUBLIC)
  test(`${path} has no English word`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectNoEnglish(page, path);
  });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the crew's day has no English word", async ({ page, product, visitor, comeAs }) => {
    const { email } = await comeAs("technician", "/staff");
    const id = await bookByCalls(visitor, "crew-pseudo@example.org", undefined, "Cora Crew");
    const { job } = await product.crewJob(id, email);
    await expect(page).toHaveURL(/\/staff\/crew$/);
    await page.reload();
    await expect(page.getByRole("link", { name: /Cora Crew/ })).toBeVisible();
    await expectNoEnglish(page, "the jobs");

    await page.goto(`/staff/crew/${job}`);
    await press(page, "crew_arrive");
    for (const [stage, picture] of Object.entries({ before: 1, after: 2 })) {
      await page
        .getByRole("region", { name: said(`crew_photos_${stage}`) })
        .locator("input[type=file]")
        .setInputFiles({
          name: "photo.jpg",
          mimeType: "image/jpeg",
          buffer: await readFile(`${import.meta.dirname}/../src/assets/gallery-${picture}.jpg`),
        });
    }
    const checklist = page.getByRole("region", { name: said("crew_checklist") });
    for (const box of await checklist.getByRole("checkbox").all()) {
      await box.click();
      await expect(box).toBeChecked();
    }
    await page.getByLabel(said("crew_serial_label")).fill("3015441288");
    await page.getByRole("spinbutton", { name: said("crew_hours") }).fill("7.5");
    await press(page, "crew_hours_add");
    await expectNoEnglish(page, "a job");
    await page.getByLabel(said("crew_signature_name")).fill("Cora Crew");
    await press(page, "crew_sign_typed");
    await expectNoEnglish(page, "the signature");
    await press(page, "crew_sign_confirm");
    await press(page, "crew_complete");
    await expectNoEnglish(page, "before it is complete");
    await press(page, "crew_complete_confirm");
    await expect(page.getByText(said("crew_completed"))).toBeVisible({ timeout: 45_000 });
    await expectNoEnglish(page, "a job that is complete");
  });
});

test("an order and what waits have no English word in the console", async ({
  page,
  visitor,
  comeAs,
}) => {
  const id = await bookByCalls(visitor, "console-pseudo@example.org");
  await uploadByCalls(visitor);
  await comeAs("manager", "/staff");
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expectNoEnglish(page, "what waits");
  for (const path of [`/staff/orders/${id}`, "/staff/orders", "/staff/board"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectNoEnglish(page, path.replace(id, "…"));
  }
});

test("what is forgotten would be found, and what is data would not", () => {
  expect(
    englishIn(["⟦Ƈŀǿşḗ⟧", "Close the window", "The Woodlands, TX 77380", "⟦Ħḗŀŀǿ⟧ Ada", "22 kW"]),
  ).toEqual(["Close the window"]);
});
