/** A booking's photos against the real server: uploads, retake requests, interrupted and resumed uploads. */
import { expectNoViolations, smallTargets } from "./axe.ts";
import { filmAt, heicAt, jpegAt, pngAt } from "./files.ts";
import { bookByCalls, reviewOf } from "./homeowner.ts";
import { beyondTheEdge } from "./pages.ts";
import { expect, type Page, type Request, test } from "./test.ts";

const PHOTOS = "/my-booking/photos";
const CHUNKS = "**/api/my-booking/photos/*";
const SLOTS = [
  "Electrical panel, door open",
  "Wall around the panel and the electric meter",
  "Gas meter or propane tank",
  "Spot for the generator",
  "Path from the panel to the spot",
];
const [PANEL = "", WALL = "", GAS = "", SPOT = "", PATH = ""] = SLOTS;
const WORKER_TIMEOUT = { timeout: 30_000 }; // the worker's next round
const OVER_10_MB = { width: 5000, height: 3600 };
const SEVERAL_CHUNKS = { width: 1800, height: 1400 };

async function openPhotos(page: Page, email: string) {
  const id = await bookByCalls(page, email);
  await page.goto(PHOTOS);
  await expect(page.getByText("0 of 5 requested photos received")).toBeVisible();
  return id;
}

const card = (page: Page, slot: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: slot }) });
const choose = (page: Page, slot: string, file: string) =>
  card(page, slot).getByLabel(`Choose photo: ${slot}`).setInputFiles(file);
const expectArrived = (page: Page, slot: string) =>
  expect(card(page, slot).getByText("Received", { exact: true })).toBeVisible(WORKER_TIMEOUT);

async function sendAll(page: Page, button: string) {
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("heading", { name: "Thank you, we have your photos" })).toBeVisible();
}

// Records the announced files and the offset of each chunk.
function watchChunks(page: Page) {
  const offsets: number[] = [];
  const announced: { size_bytes: number; content_type: string }[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
    if (request.method() === "POST" && request.url().endsWith("/photos"))
      announced.push(request.postDataJSON());
  });
  return { offsets, announced };
}

// Fails all but the first chunks until the returned function is called.
async function cutOffAfter(page: Page, chunks: number) {
  let sent = 0;
  await page.route(CHUNKS, (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    sent += 1;
    return sent > chunks ? route.abort("connectionreset") : route.continue();
  });
  return () => page.unroute(CHUNKS);
}

test("PHOTO-01.3 PHOTO-01.7 PHOTO-01.8 PHOTO-02.1 five photos as JPG, PNG and HEIC, one over 10 MB, are sent, looked at, and sent again", async ({
  page,
  office,
}, info) => {
  test.slow(); // the photo over 10 MB is generated, shrunk and checked
  const orderId = await openPhotos(page, "ada-photos@example.org");
  await expectNoViolations(page, "photos asked for");
  expect(await beyondTheEdge(page, 320)).toBe(0);
  expect(await smallTargets(page)).toEqual([]);
  await card(page, PANEL).getByLabel(`Choose photo: ${PANEL}`).focus();
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await chooser;

  const { announced } = watchChunks(page);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await choose(page, PANEL, await jpegAt(info.outputPath("panel.jpg"), OVER_10_MB));
  await expectArrived(page, PANEL);
  expect(announced).toMatchObject([{ content_type: "image/jpeg" }]);
  expect(announced[0]?.size_bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect(workers, "made smaller off the page's thread").toHaveLength(1);
  await choose(page, WALL, await pngAt(info.outputPath("wall.png")));
  await choose(page, GAS, heicAt(info.outputPath("gas.heic")));
  await choose(page, SPOT, await jpegAt(info.outputPath("spot.jpeg")));
  await choose(page, PATH, await jpegAt(info.outputPath("path.jpg")));
  for (const slot of SLOTS) await expectArrived(page, slot);
  await expect(page.getByText("5 of 5 requested photos received")).toBeVisible();
  for (const slot of SLOTS) {
    const small = card(page, slot).getByRole("img", { name: `Your photo: ${slot}` });
    await expect
      .poll(() => small.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.getByLabel("Notes").fill("The side gate is open.");
  await sendAll(page, "Send my photos");
  await expectNoViolations(page, "photos sent");

  const review = await reviewOf(orderId, office);
  expect(await office.look(`photo-reviews/${review}`)).toMatchObject({
    notes: "The side gate is open.",
  });
  const reason = "The label of the gas meter cannot be read.";
  await office.post(`photo-reviews/${review}/retake`, { reason });
  await page.reload();
  await expect(page.getByText(reason)).toBeVisible();
  await card(page, GAS)
    .getByLabel(`Replace: ${GAS}`)
    .setInputFiles(await pngAt(info.outputPath("label.png")));
  await expectArrived(page, GAS);
  await sendAll(page, "Send again");
});

test("PHOTO-01.10 cut off, a photo goes on from the last piece that arrived: by itself, and chosen again after a reload", async ({
  page,
}, info) => {
  await openPhotos(page, "ada-cut-off@example.org");
  const panel = await jpegAt(info.outputPath("panel.jpg"), SEVERAL_CHUNKS);
  const wall = await jpegAt(info.outputPath("wall.jpg"), SEVERAL_CHUNKS);

  const { offsets, announced } = watchChunks(page);
  const restore = await cutOffAfter(page, 1);
  await choose(page, PANEL, panel);
  await expect(card(page, PANEL).getByText(/Connection lost at \d+%/)).toBeVisible();
  await restore();
  await expectArrived(page, PANEL);
  expect(announced).toHaveLength(1);
  expect(offsets.length).toBeGreaterThan(2);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);

  const restoreAgain = await cutOffAfter(page, 2);
  await choose(page, WALL, wall);
  await expect(card(page, WALL).getByText(/Connection lost/)).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(card(page, WALL).getByText(/^Stopped at \d+%. Choose the same photo/)).toBeVisible();
  await restoreAgain();
  const after = watchChunks(page);
  await choose(page, WALL, wall);
  await expectArrived(page, WALL);
  expect(after.announced).toEqual([]);
  expect(Math.min(...after.offsets)).toBeGreaterThan(0);
});

test("PHOTO-01.4 a video: 20 s are too short already in the browser, 40 s are taken", async ({
  page,
}, info) => {
  await openPhotos(page, "ada-video@example.org");
  const video = card(page, "A video, if you like");

  await video.getByLabel("Choose video").setInputFiles(filmAt(info.outputPath("short.mp4"), 20));
  await expect(video.getByText(/shorter than 30 seconds/)).toBeVisible();
  await video.getByLabel(/^Replace/).setInputFiles(filmAt(info.outputPath("walk.mp4"), 40));

  await expect(video.getByText("Received", { exact: true })).toBeVisible(WORKER_TIMEOUT);
});
