/** The photos of a booking against the real server: sent, cut off, gone on with, refused, reviewed. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, type Request, type TestInfo, test } from "@playwright/test";
import { rows } from "./database.ts";
import { filmAt, heicAt, jpegAt, pngAt, textAt } from "./files.ts";
import { staffMember } from "./staff.ts";
import { bookWhole } from "./wizard.ts";

const PHOTOS = "/my-booking/photos";
const PIECES = "**/api/my-booking/photos/*";
const SHOTS = [
  "Electrical panel, door open",
  "Wall around the panel and the electric meter",
  "Gas meter or propane tank",
  "Spot for the generator",
  "Path from the panel to the spot",
];
const [PANEL = "", WALL = "", GAS = "", SPOT = "", PATH = ""] = SHOTS;
const REVIEWED = { timeout: 30_000 };

async function book(page: Page, email: string) {
  await bookWhole(page, email, async () => {});
  await page.goto(PHOTOS);
  await expect(page.getByText("0 of 5 photos are here")).toBeVisible();
}

const card = (page: Page, shot: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: shot }) });
const choose = (page: Page, shot: string, file: string) =>
  card(page, shot).getByLabel(`Choose photo: ${shot}`).setInputFiles(file);
const arrived = (page: Page, shot: string) =>
  expect(card(page, shot).getByText("Arrived", { exact: true })).toBeVisible(REVIEWED);
const offsetOf = (request: Request) => Number(request.headers()["upload-offset"]);

function watchPieces(page: Page) {
  const offsets: number[] = [];
  const announced: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(offsetOf(request));
    if (request.method() === "POST" && request.url().endsWith("/photos"))
      announced.push(request.postDataJSON());
  });
  return { offsets, announced };
}

/** All but the first pieces are lost on the way, until it is told to let them through. */
async function cutOffAfter(page: Page, pieces: number) {
  let came = 0;
  await page.route(PIECES, (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    came += 1;
    return came > pieces ? route.abort("connectionreset") : route.continue();
  });
  return () => page.unroute(PIECES);
}

const large = (info: TestInfo, name: string) =>
  jpegAt(info.outputPath(name), { width: 1800, height: 1400 });

const violations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`);
};
const beyondTheEdge = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("PHOTO-01 PHOTO-02 five photos as JPG, PNG and HEIC are sent, reviewed, and sent again", async ({
  page,
  request,
}, info) => {
  test.slow();
  await book(page, "ada-photos@example.org");
  await expect(page.getByText("ada-photos@example.org")).toBeVisible();

  await choose(page, PANEL, await jpegAt(info.outputPath("panel.jpg")));
  await choose(page, WALL, await pngAt(info.outputPath("wall.png")));
  await choose(page, GAS, heicAt(info.outputPath("gas.heic")));
  await choose(page, SPOT, await jpegAt(info.outputPath("spot.jpeg")));
  await choose(page, PATH, await jpegAt(info.outputPath("path.jpg")));
  for (const shot of SHOTS) await arrived(page, shot);
  await expect(page.getByText("5 of 5 photos are here")).toBeVisible();
  for (const shot of SHOTS) {
    const small = card(page, shot).getByRole("img", { name: `Your photo: ${shot}` });
    await expect
      .poll(() => small.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
  expect(await violations(page)).toEqual([]);

  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByLabel("Notes").fill("The side gate is open.");
  await page.getByRole("button", { name: "Send my photos" }).click();
  await expect(
    page.getByRole("heading", { name: "Thank you, your photos are here" }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const [review] = rows(
    "SELECT r.public_id, r.status, r.notes, r.consent_wording FROM photo_reviews r" +
      " JOIN orders o ON o.id = r.order_id JOIN customers c ON c.id = o.customer_id WHERE c.email = %s",
    "ada-photos@example.org",
  );
  expect(review).toMatchObject({ status: "submitted", notes: "The side gate is open." });
  expect(String(review?.consent_wording)).toContain("Photo Review Policy");

  const sam = staffMember(request, "Sam Ortiz");
  await sam.act(`photo-reviews/${uuid(review?.public_id)}/retake`, {
    reason: "The label of the gas meter cannot be read.",
  });
  await page.reload();
  await expect(page.getByText("The label of the gas meter cannot be read.")).toBeVisible();
  await card(page, GAS)
    .getByLabel(`Replace: ${GAS}`)
    .setInputFiles(await pngAt(info.outputPath("label.png")));
  await arrived(page, GAS);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(
    page.getByRole("heading", { name: "Thank you, your photos are here" }),
  ).toBeVisible();
});

/** SQLite keeps it without hyphens. */
const uuid = (kept: unknown) =>
  String(kept).replace(/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/, "$1-$2-$3-$4-$5");

test("PHOTO-01 a lost connection: it goes on by itself from the last piece that arrived", async ({
  page,
}, info) => {
  test.slow();
  await book(page, "ada-lost@example.org");
  const { offsets, announced } = watchPieces(page);
  const mend = await cutOffAfter(page, 1);

  await choose(page, PANEL, await large(info, "panel.jpg"));
  await expect(card(page, PANEL).getByText(/Connection lost at \d+%/)).toBeVisible();
  const [, secondOffset] = offsets;
  await mend();

  await arrived(page, PANEL);
  expect(announced).toHaveLength(1);
  expect(secondOffset).toBeGreaterThan(0);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
});

test("PHOTO-01 a reload in the middle: the same photo, chosen again, goes on where it stopped", async ({
  page,
}, info) => {
  test.slow();
  await book(page, "ada-reload@example.org");
  const file = await large(info, "panel.jpg");
  const mend = await cutOffAfter(page, 2);
  await choose(page, PANEL, file);
  await expect(card(page, PANEL).getByText(/Connection lost/)).toBeVisible();

  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(
    card(page, PANEL).getByText(/^Stopped at \d+%. Choose the same photo/),
  ).toBeVisible();
  await mend();
  const { offsets, announced } = watchPieces(page);
  await choose(page, PANEL, file);

  await arrived(page, PANEL);
  expect(announced).toEqual([]);
  expect(Math.min(...offsets)).toBeGreaterThan(0);
});

test("PHOTO-01 a photo over 10 MB is made smaller in the browser, off its thread", async ({
  page,
}, info) => {
  test.slow();
  await book(page, "ada-large@example.org");
  const { announced } = watchPieces(page);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));

  await choose(
    page,
    PANEL,
    await jpegAt(info.outputPath("large.jpg"), { width: 5000, height: 3600 }),
  );

  await arrived(page, PANEL);
  const [{ size_bytes, content_type }] = announced as [
    { size_bytes: number; content_type: string },
  ];
  expect(size_bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect(content_type).toBe("image/jpeg");
  expect(workers).toHaveLength(1);
});

test("PHOTO-01 what cannot be a photo is refused beside its place, by the page or the server", async ({
  page,
}, info) => {
  test.slow();
  await book(page, "ada-refused@example.org");

  await choose(page, PANEL, textAt(info.outputPath("panel.jpg"), "<svg onload=alert(1)>"));
  await expect(card(page, PANEL).getByText(/not a photo we can read/)).toBeVisible();

  const head = "\u00ff\u00d8\u00ff\u00e0";
  const broken = Buffer.from(`${head}${"x".repeat(4000)}`, "latin1");
  await card(page, GAS)
    .getByLabel(`Choose photo: ${GAS}`)
    .setInputFiles({ name: "gas.jpg", mimeType: "image/jpeg", buffer: broken });
  await expect(card(page, GAS).getByText(/not a photo we can read/)).toBeVisible(REVIEWED);
  await card(page, GAS)
    .getByRole("button", { name: `Remove: ${GAS}` })
    .click();
  await expect(card(page, GAS).getByLabel(`Choose photo: ${GAS}`)).toBeAttached();
});

test("PHOTO-01 a video: 20 s are too short already in the browser, 40 s are taken", async ({
  page,
}, info) => {
  test.slow();
  await book(page, "ada-video@example.org");
  const video = card(page, "A video, if you like");

  await video.getByLabel("Choose video").setInputFiles(filmAt(info.outputPath("short.mp4"), 20));
  await expect(video.getByText(/shorter than 30 seconds/)).toBeVisible();
  await video.getByLabel(/^Replace/).setInputFiles(filmAt(info.outputPath("walk.mp4"), 40));

  await expect(video.getByText("Arrived", { exact: true })).toBeVisible(REVIEWED);
});

test("PHOTO-01 NAV-09 by keyboard, 320 px wide, targets of 44 px, without a booking: whom to call", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PHOTOS);
  await expect(page.getByRole("heading", { name: "We could not find your booking" })).toBeVisible();
  expect(await beyondTheEdge(page)).toBe(0);

  await book(page, "ada-small@example.org");
  expect(await beyondTheEdge(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  const small = await page
    .locator("main :is(button, .button, summary)")
    .evaluateAll((all) =>
      all
        .map((each) => [each.textContent, each.getBoundingClientRect().height] as const)
        .filter(([, height]) => height > 0 && height < 44),
    );
  expect(small).toEqual([]);

  await card(page, PANEL).getByLabel(`Choose photo: ${PANEL}`).focus();
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await chooser;
});
