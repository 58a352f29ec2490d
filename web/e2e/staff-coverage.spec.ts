/** Staff change the coverage map by a file they looked at first, and the words of a message (OPS-12). */
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { shapesNow, writeBoundaryFile } from "./boundary-file.ts";
import { signInAsStaff } from "./staff.ts";

const TABLES = "/staff/tables/";

async function openTables(page: Page) {
  await signInAsStaff(page, "manager");
  await page.getByRole("link", { name: "Tables" }).click();
  await expect(page.getByText(/@example\.org, manager$/)).toBeVisible(); // the console is left
}

test("OPS-12 COVMAP-01 a boundary file is looked at, then applied exactly, and the map has it", async ({
  page,
}, info) => {
  test.slow();
  await openTables(page);
  const [first, second] = await shapesNow(page);
  if (!first || !second) throw new Error("the map is empty");
  const file = await writeBoundaryFile(info.outputPath("one.geojson"), [
    { zip_code: first.zip_code, geometry_json: second.geometry_json },
  ]);

  await page.goto(`${TABLES}coverage/coverageimport/add/`);
  await expectNoViolationsAtBothWidths(page, "importing a file");
  await page.getByLabel("boundary file").check();
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Look at what it would do" }).click();
  await expect(page).toHaveURL(/\/coverageimport\/\d+\/change\/$/);
  await page.waitForLoadState("networkidle");
  await expect(page.getByText("Only looked at: nothing is changed.")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "what a file would do");
  expect((await shapesNow(page))[0]).toEqual(first);

  await page.getByRole("button", { name: "Apply exactly this" }).click();
  await expect(page.getByText("one.geojson is applied.")).toBeVisible();
  await expect
    .poll(async () => (await shapesNow(page))[0]?.geometry_json)
    .not.toEqual(first.geometry_json);
});

test("OPS-12 MSG-02 the words of a message are seen as they would be sent, kept, and ours again", async ({
  page,
}) => {
  test.slow();
  await openTables(page);
  await page.goto(`${TABLES}notifications/messagetemplate/`);
  await expectNoViolationsAtBothWidths(page, "the list of words");
  await page.goto(`${TABLES}notifications/messagetemplate/installation_done/sms/change/`);
  await expectNoViolationsAtBothWidths(page, "the words of a message");
  const seen = page.getByRole("region", { name: "As it would be sent" });

  await page.getByLabel("Text").fill("{brand}: all lights stay on. {date}");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("{date} is not known here.")).toBeVisible();
  await page.getByLabel("Text").fill("{brand}: all lights stay on from now on. Papers: {link}");
  await page.getByRole("button", { name: "Keep these words" }).click();
  await expect(page.getByText("The words are kept.")).toBeVisible();
  await expect(seen.getByText(/^Standby: all lights stay on from now on/)).toBeVisible();

  await page.getByRole("button", { name: "Back to our words" }).click();
  await expect(page.getByText("Our words are back.")).toBeVisible();
  await expect(seen.getByText(/^Standby: your generator is installed/)).toBeVisible();
});
