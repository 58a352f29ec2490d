/** The crew's phone (OPS-19): a technician's day where there is no signal. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { expectNoViolationsAtBothWidths, PHONE } from "./axe.ts";
import { bookByCalls, fetchMyBooking } from "./homeowner.ts";
import { part } from "./staff.ts";
import { expect, test } from "./test.ts";

const PICTURES = {
  before: `${import.meta.dirname}/../src/assets/gallery-1.jpg`,
  after: `${import.meta.dirname}/../src/assets/gallery-2.jpg`,
};

test.use({ viewport: PHONE });

const SENDING = { timeout: 45_000 }; // sixteen calls, on a busy machine

const waits = (page: Page, words: string) =>
  expect(page.getByRole("status").filter({ hasText: words })).toBeVisible(SENDING);

// The page is kept by its service worker, with the scripts that it runs with.
const expectKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open("crew")).keys();
        return kept.filter(({ url }) => url.includes("/_astro/")).length;
      }),
    )
    .toBeGreaterThan(3);

async function takePhoto(page: Page, stage: "before" | "after") {
  await part(page, `Photos ${stage} the work`)
    .locator("input[type=file]")
    .setInputFiles({
      name: "photo.jpg",
      mimeType: "image/jpeg",
      buffer: await readFile(PICTURES[stage]),
    });
  await expect(page.getByRole("img", { name: `Photo 1 from ${stage}` })).toBeVisible();
}

async function draw(page: Page) {
  const pad = page.getByRole("img", { name: /signs here/ });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("no field to sign in");
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 70, { steps: 8 });
  await page.mouse.up();
}

test("OPS-19.2 OPS-19.3 a job done without signal is sent once and complete when it is back", async ({
  page,
  product,
  visitor,
  office,
  context,
  comeAs,
}) => {
  test.setTimeout(120_000);
  const { email } = await comeAs("technician", "/staff");
  const id = await bookByCalls(visitor, "crew@example.org", undefined, "Cora Crew");
  const { job } = await product.crewJob(id, email);

  await expect(page).toHaveURL(/\/staff\/crew$/);
  await expect(page.getByRole("navigation", { name: "Screens" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("link", { name: /Cora Crew/ })).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "the jobs of a technician");
  await expectKept(page);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole("link", { name: /Cora Crew/ }).click();
  await expect(page.getByRole("heading", { name: "Cora Crew" })).toBeVisible();
  await page.getByRole("button", { name: "I have arrived" }).click();
  await expect(page.getByText(/^Arrived at/)).toBeVisible();
  await takePhoto(page, "before");
  for (const box of await part(page, "Checklist").getByRole("checkbox").all()) {
    await box.click();
    await expect(box).toBeChecked();
  }
  await page.getByLabel("From the generator").fill("3015441288");
  await takePhoto(page, "after");
  await page.getByRole("spinbutton", { name: "Hours" }).fill("7.5");
  await page.getByRole("button", { name: "Add hours" }).click();
  await page.getByLabel("Full name of the homeowner").fill("Cora Crew");
  await draw(page);
  await expectNoViolationsAtBothWidths(page, "a job without signal");
  await page.getByRole("button", { name: "Save the signature" }).click();
  await page.getByRole("button", { name: "Yes, they are signing in person" }).click();
  await page.getByRole("button", { name: "The job is complete" }).click();
  await expect(
    page.getByText(/^Cora Crew’s page then says .* and what is left of the price becomes due\./),
  ).toBeVisible();
  await page.getByRole("button", { name: "Yes, it is complete" }).click();
  await waits(page, "16 changes are waiting to be sent");
  await page.reload();
  await waits(page, "16 changes are waiting to be sent");
  expect(await office.look(`orders/${id}/job-reports`)).toEqual([]);

  await context.setOffline(false);
  await waits(page, "Everything is sent.");
  await expect(page.getByText("This job is complete.")).toBeVisible();
  const [report] = await office.look(`orders/${id}/job-reports`);
  expect(report).toMatchObject({
    serial_number: "3015441288",
    signed_by: "Cora Crew",
    is_drawn: true,
    missing: [],
    hours: [{ minutes: 450 }],
  });
  expect(report.photos.map(({ stage }: { stage: string }) => stage)).toEqual(["before", "after"]);
  expect((await fetchMyBooking(visitor)).status).toBe("completed");
  await expectNoViolationsAtBothWidths(page, "a job that is complete");
  await expect(page).toHaveURL(new RegExp(`/staff/crew/${job}$`));

  await verifyRecord(visitor, report.record_code);
});

// Anybody who has the code sees what was recorded, and no name.
async function verifyRecord(visitor: Page, code: string) {
  await visitor.goto(`/verify/${code}`);
  await expect(visitor.getByText("This installation record is genuine")).toBeVisible();
  await expect(visitor.getByText("3015441288", { exact: true })).toBeVisible();
  await expect(visitor.getByText(/^“.*” CC$/)).toBeVisible();
  await expect(visitor.getByText("Cora")).toHaveCount(0);
  await expectNoViolationsAtBothWidths(visitor, "the record of a job");
}

test("OPS-19.1 what was refused meanwhile is said, and what waits outlives the session but not the jobs", async ({
  page,
  product,
  visitor,
  office,
  context,
  comeAs,
}) => {
  const { email } = await comeAs("technician", "/staff/crew");
  const id = await bookByCalls(visitor, "moved@example.org", undefined, "Mona Moved");
  const { job } = await product.crewJob(id, email);
  await page.goto(`/staff/crew/${job}`);
  await expect(page.getByRole("heading", { name: "Mona Moved" })).toBeVisible();

  await context.setOffline(true);
  await page.getByLabel("For the office").fill("The gate is locked.");
  await page.getByLabel("From the generator").focus();
  await waits(page, "1 change is waiting to be sent");
  await office.post(`appointments/${job}/technician`, { technician_id: null });
  await context.setOffline(false);
  const refusal = page.getByRole("alert");
  await expect(refusal).toContainText("is not assigned to you");
  await expect(refusal).toContainText("The gate is locked.");

  await page.evaluate(() => window.sessionStorage.removeItem("staff-session"));
  await page.reload();
  await expect(page.getByText("You are signed out")).toBeVisible();
  await waits(page, "1 change is waiting to be sent");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

async function labelWith(text: string) {
  const writer = fileURLToPath(import.meta.resolve("zxing-wasm/writer/zxing_writer.wasm"));
  const wasmBinary = new Uint8Array(await readFile(writer)).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const { image } = await writeBarcode(text, { format: "Code128", scale: 4 });
  if (!image) throw new Error("no barcode was drawn");
  return Buffer.from(await image.arrayBuffer());
}

test("OPS-19.3 a serial number is read from a photo of its label without signal, or typed", async ({
  page,
  product,
  visitor,
  context,
  comeAs,
}) => {
  const { email } = await comeAs("technician", "/staff/crew");
  const id = await bookByCalls(visitor, "label@example.org", undefined, "Lara Label");
  const { job } = await product.crewJob(id, email);
  await page.goto(`/staff/crew/${job}`);
  const serial = page.getByLabel("From the generator");
  const camera = page.getByLabel("Read it with the camera");
  await expect(serial).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open("crew")).keys()).map(({ url }) => url)),
    )
    .toContainEqual(expect.stringContaining(".wasm"));
  await context.setOffline(true);
  await page.reload();
  expect(await page.evaluate(() => "BarcodeDetector" in window)).toBe(false);

  await camera.setInputFiles(PICTURES.before);
  await expect(page.getByText("No code could be read.")).toBeVisible();
  await camera.setInputFiles({
    name: "label.png",
    mimeType: "image/png",
    buffer: await labelWith("3015441288"),
  });

  await expect(serial).toHaveValue("3015441288");
  await expect(page.getByText("No code could be read.")).toHaveCount(0);
  await waits(page, "1 change is waiting to be sent");
  await expectNoViolationsAtBothWidths(page, "a serial number that was read");
  await page.setViewportSize(PHONE);
  await part(page, "Serial number").screenshot({ path: test.info().outputPath("serial.png") });
  await serial.fill("3015441299");
  await serial.blur();
  await expect(serial).toHaveValue("3015441299");
});
