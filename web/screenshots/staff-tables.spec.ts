/** The operating guide's pictures of the tables: a coverage file looked at, the words of a message. */
import { shapesNow, writeBoundaryFile } from "../e2e/boundary-file.ts";
import { expect, test } from "../e2e/test.ts";
import { keepTop } from "./look.ts";

const DESK = { width: 1440, height: 900 };
const TABLES = "/staff/tables/";

test("the tables of the operating guide", async ({ page, comeAs }, info) => {
  test.slow();
  await page.setViewportSize(DESK);
  await comeAs("manager");
  await page.getByRole("link", { name: "Tables" }).click();
  await expect(page.getByText(/@example\.org, manager$/)).toBeVisible(); // the console is left

  const shapes = (await shapesNow(page)).slice(4);
  const file = await writeBoundaryFile(info.outputPath("houston_zcta.geojson"), shapes);
  await page.goto(`${TABLES}coverage/coverageimport/add/`);
  await page.getByLabel("boundary file").check();
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Look at what it would do" }).click();
  await expect(page.getByText("Only looked at: nothing is changed.")).toBeVisible();
  await keepTop(page, "staff-12-coverage");

  await page.goto(`${TABLES}notifications/messagetemplate/reminder_day/email/change/`);
  await expect(page.getByRole("heading", { name: "As it would be sent" })).toBeVisible();
  await keepTop(page, "staff-13-words");
});
