import { readFileSync } from "node:fs";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { isLookedAt } from "#features/photo-upload/review.ts";
import { DRAWINGS } from "#features/photo-upload/shot-drawing.tsx";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, serving } from "#test-support.ts";
import { aPhoto, aReview, FIVE, film, jpeg, PhotoServer } from "./photos.fixtures.ts";
import Photos from "./photos.tsx";

const server = serving();
let photos: PhotoServer;

beforeEach(() => {
  photos = new PhotoServer();
  server.use(...photos.handlers);
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

const PANEL = "Electrical panel, door open";
const user = userEvent.setup({ applyAccept: false });
const show = async (change: Partial<typeof photos.review> = {}) => {
  photos.review = aReview(change);
  renderInApp(<Photos />);
  await screen.findByRole("heading", { level: 1 });
};
const choose = (slot: string) => screen.getByLabelText(`Choose photo: ${slot}`);
const card = (slot: string) =>
  screen.getByRole("heading", { name: slot }).closest("li") as HTMLElement;
const expectText = (slot: string, words: string | RegExp) =>
  waitFor(() => expect(within(card(slot)).getByText(words)).toBeTruthy(), { timeout: 15_000 });
const click = (name: string) => user.click(screen.getByRole("button", { name }));

test("PHOTO-01.2 the policy's form: drawings, video, boxes, notes, consent", async () => {
  server.use(http.get("*/api/my-booking/photos", () => refused(503, "busy"), { once: true }));
  await show();
  expect(screen.getByText("Your photos didn’t load")).toBeTruthy();
  await click("Try again");

  for (const words of [
    "Ada Lovelace",
    "ada@example.org",
    "(713) 555-0199",
    "9 Grogans Mill Rd, The Woodlands, TX 77380",
    "The photos we need",
    "Open the hinged door only.",
    "0 of 5 requested photos received",
  ])
    expect(await screen.findByText(words)).toBeTruthy();
  for (const { title } of photos.review.shots)
    expect(screen.getByRole("img", { name: `Example drawing: ${title}` })).toBeTruthy();
  expect(screen.getByLabelText("Choose video")).toBeTruthy();
  for (const name of [
    /homeowner or the decision maker/,
    /place a stake or flag/,
    /Photo Review Policy \(version 1.0\)/,
  ])
    expect(screen.getByRole("checkbox", { name })).toBeTruthy();
  expect(screen.getByLabelText("Notes").tagName).toBe("TEXTAREA");
  const camera = screen.getByLabelText(`Take photo: ${PANEL}`);
  expect(camera.getAttribute("capture")).toBe("environment");
  expect(choose(PANEL).hasAttribute("capture")).toBe(false);
  for (const type of ["image/png", "image/jpeg", "image/heic"])
    expect(choose(PANEL).getAttribute("accept")).toContain(type);
});

test("NEXT-01.2 on a computer a QR code moves the photos to the phone", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const link = { url: "https://standby.test/b/secret?to=photos" };
  server.use(http.post("*/api/my-booking/access-link", () => HttpResponse.json(link)));
  await show();

  expect(await screen.findByRole("img", { name: "QR code" })).toBeTruthy();
});

test("without a link for the phone the photos can still be chosen", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  server.use(http.post("*/api/my-booking/access-link", () => refused(503, "busy")));
  await show();

  expect(await screen.findByLabelText(`Choose photo: ${PANEL}`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Scan to continue on your phone")).toBeNull());
});

test("what is no photo is told at once; a photo goes up in pieces and is shown small", async () => {
  await show();
  await user.upload(choose(PANEL), new File(["%PDF-1.7 and more"], "panel.jpg"));
  await expectText(PANEL, /isn’t a photo we can read/);
  expect(photos.announced).toEqual([]);

  await user.upload(screen.getByLabelText(`Replace: ${PANEL}`), jpeg("panel.jpg", 1_300_000));

  await expectText(PANEL, "Received");
  expect(photos.announced).toEqual([
    { slot: "panel_open", kind: "photo", size_bytes: 1_300_000, content_type: "image/jpeg" },
  ]);
  expect(screen.getByText("1 of 5 requested photos received")).toBeTruthy();
  const small = within(card(PANEL)).getByRole("img", { name: `Your photo: ${PANEL}` });
  expect(small.getAttribute("src")).toContain("/thumbnail");
});

test("PHOTO-01.10 a lost connection costs the piece under way: it goes on by itself", async () => {
  await show();
  photos.trouble = [() => HttpResponse.error()];

  await user.upload(choose(PANEL), jpeg());

  await expectText(PANEL, /Connection lost at 0%. It will continue on its own./);
  await expectText(PANEL, "Received");
  expect(photos.announced).toHaveLength(1);
});

test("after a reload the same photo, chosen again, goes on where it stopped", async () => {
  const file = jpeg("panel.jpg", 1_000_000);
  localStorage.setItem(
    "photo-begun-half",
    JSON.stringify({ name: file.name, size: file.size, lastModified: file.lastModified }),
  );
  const half = { id: "half", status: "receiving", size_bytes: 1_000_000 } as const;
  await show({ photos: [aPhoto("panel_open", { ...half, received_bytes: 524_288 })] });

  expect(screen.getByText(/Stopped at 52%. Choose the same photo again/)).toBeTruthy();
  await user.upload(choose(PANEL), file);

  await expectText(PANEL, "Received");
  expect(photos.announced).toEqual([]);
  expect(photos.removed).toEqual([]);
});

test("a photo is replaced and removed", async () => {
  await show({ photos: FIVE });

  await user.upload(screen.getByLabelText(`Replace: ${PANEL}`), jpeg("better.jpg"));
  await waitFor(() => expect(photos.removed).toEqual(["id-panel_open"]));
  await expectText(PANEL, "Received");
  await click(`Remove: ${PANEL}`);

  await waitFor(() => expect(choose(PANEL)).toBeTruthy());
  expect(screen.getByText("4 of 5 requested photos received")).toBeTruthy();
});

test.each([
  ["photo_unreadable", /isn’t a photo we can read/],
  ["photo_too_many_pixels", /more than 50 million pixels/],
  ["photo_incomplete", /upload was incomplete/],
  ["no_code_we_know", /This didn’t work/],
])("a photo the server refused (%s) has the reason beside it", async (code, words) => {
  await show({ photos: [aPhoto("panel_open", { status: "refused", refused_code: code })] });

  expect(within(card(PANEL)).getByText(words)).toBeTruthy();
  expect(screen.getByLabelText(`Replace: ${PANEL}`)).toBeTruthy();
  expect(screen.getByText("0 of 5 requested photos received")).toBeTruthy();
});

test("another photo takes the place of one cut off and is tried again", async () => {
  await show({ photos: [aPhoto("panel_open", { id: "half", status: "receiving" })] });
  photos.trouble = [() => refused(422, "photo_type_refused")];

  await user.upload(choose(PANEL), jpeg("other.jpg"));
  await expectText(PANEL, /isn’t a photo we can read/);
  expect(photos.removed).toEqual(["half"]);
  await click(`Try again: ${PANEL}`);

  await expectText(PANEL, "Received");
  expect(photos.announced).toHaveLength(1);
});

test("a video that this browser cannot measure goes up for the server to look at", async () => {
  vi.spyOn(document, "createElement").mockImplementation(((name: string) => {
    const element = Document.prototype.createElement.call(document, name);
    if (name === "video") queueMicrotask(() => element.dispatchEvent(new Event("error")));
    return element;
  }) as typeof document.createElement);
  await show();

  await user.upload(screen.getByLabelText("Choose video"), film());

  await expectText("A video, if you like", "Received");
  expect(photos.announced[0]).toMatchObject({ slot: "video", content_type: "video/mp4" });
});

test("more photos than asked, several at once, each in a place of its own", async () => {
  await show();

  await user.upload(screen.getByLabelText("Add more photos"), [jpeg("a.jpg"), jpeg("b.jpg")]);

  await expectText("Extra photo 1", "Received");
  await expectText("Extra photo 2", "Received");
  expect(photos.announced.map(({ slot }) => slot)).toEqual(["extra-1", "extra-2"]);
});

const answerAll = async () => {
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
};

test("the photos in question are marked, and no others", async () => {
  await show({
    status: "retake_requested",
    retake_reason: "The label of the gas meter cannot be read.",
    retake_slots: ["gas_meter"],
    photos: FIVE,
  });
  const marked = screen.getAllByText("Please take this one again");
  expect(marked.map((mark) => mark.closest("li")?.querySelector("h3")?.textContent)).toEqual([
    "Gas meter or propane tank",
  ]);
  await answerAll();
  await click("Send again");
  expect(screen.getByText("Please take again first: Gas meter or propane tank.")).toBeTruthy();
  expect(photos.submitted).toEqual([]);
});

test("a retake that marks no photo wants a new one before it is sent again", async () => {
  await show({
    status: "retake_requested",
    retake_reason: "It is too dark.",
    wants_new_photo: true,
    photos: FIVE,
  });
  await answerAll();
  await click("Send again");
  expect(screen.getByText("Please replace a photo or add one first.")).toBeTruthy();
  expect(photos.submitted).toEqual([]);
});

test("only the consent is a condition; what is missing is said", async () => {
  await show({
    status: "retake_requested",
    retake_reason: "The label of the gas meter cannot be read.",
    photos: FIVE.slice(0, 4),
  });
  expect(screen.getByText("One more look, please")).toBeTruthy();
  expect(screen.getByText("The label of the gas meter cannot be read.")).toBeTruthy();
  await click("Send again");
  const missing = screen.getByText(/^Still missing: Path from the panel to the spot\./);
  expect(missing.textContent).toContain("add another photo under “More photos help”");
  expect(screen.getByText("Please agree to the Photo Review Policy.")).toBeTruthy();
  expect(photos.submitted).toEqual([]);
  cleanup();

  await show({ photos: FIVE });
  await user.click(screen.getAllByRole("checkbox").at(-1) as HTMLElement);
  await click("Send my photos");
  await screen.findByRole("heading", { name: "Thank you, we have your photos" });
  expect(photos.submitted).toEqual([
    { is_decision_maker: false, can_place_stake: false, notes: "", consent: true },
  ]);
});

test("TRUTH-03.1 whose own generator it is tells make and model here; nobody else is asked", async () => {
  await show({ photos: FIVE });
  expect(screen.queryByLabelText("Make and model of your generator")).toBeNull();
  cleanup();

  photos.generator = null;
  await show({ photos: FIVE });
  await user.type(screen.getByLabelText("Make and model of your generator"), "Kohler 20RCAL");
  await user.type(screen.getByLabelText("Notes"), "The gate is open.");
  await answerAll();
  await click("Send my photos");
  await screen.findByRole("heading", { name: "Thank you, we have your photos" });
  expect(photos.submitted).toMatchObject([
    { notes: "My generator: Kohler 20RCAL\nThe gate is open." },
  ]);
});

test.each([
  [25, 0],
  [50, 1],
])("TRUTH-03.1 a lower price is said only of a farther band: up to %i ft", async (feet, times) => {
  photos.maxFeet = feet;
  await show({ status: "submitted" });

  expect(screen.queryAllByText("If the run is 25 ft or less, your price goes down.")).toHaveLength(
    times,
  );
});

test("PHOTO-01.3 another photo does not stand for a requested one, and Send names what is missing before", async () => {
  await show({ photos: [...FIVE.filter(({ slot }) => slot !== "gas_meter"), aPhoto("path_left")] });
  expect(screen.getByText("4 of 5 requested photos received")).toBeTruthy();
  expect(screen.getByText(/^Still missing: Gas meter or propane tank\./)).toBeTruthy();

  await answerAll();
  await click("Send my photos");
  expect(photos.submitted).toEqual([]);
  await click("Send anyway");
  await screen.findByRole("heading", { name: "Thank you, we have your photos" });
  expect(photos.submitted).toHaveLength(1);
});

test("what was typed and ticked survives a reload until it is sent, the consent with its wording", async () => {
  await show({ photos: FIVE });
  await answerAll();
  await user.type(screen.getByLabelText("Notes"), "The gate is open.");
  cleanup();

  const boxes = () =>
    screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked);
  await show({ photos: FIVE });
  expect(boxes()).toEqual([true, true, true]);
  expect((screen.getByLabelText("Notes") as HTMLTextAreaElement).value).toBe("The gate is open.");
  cleanup();

  await show({
    photos: FIVE,
    consent_wording: "I agree to the Photo Review Policy (version 2.0).",
  });
  expect(boxes()).toEqual([true, true, false]);
  cleanup();

  await show({ photos: FIVE });
  await click("Send my photos");
  await screen.findByRole("heading", { name: "Thank you, we have your photos" });
  cleanup();
  await show({ photos: FIVE });
  expect(boxes()).toEqual([false, false, false]);
});

test("each photo that the server knows by name has a drawing of its own, and no other claims one", async () => {
  const rules = readFileSync("../api/standby/photos/rules.py", "utf8");
  const slots = [...rules.matchAll(/PhotoSlot\(\s*"(\w+)"/g)].map(([, slot]) => slot);
  expect(Object.keys(DRAWINGS).toSorted()).toEqual(slots.toSorted());

  await show({ photos: [aPhoto("extra-1", { thumbnail_url: null })] });
  expect(screen.getByText("Extra photo 1")).toBeTruthy();
  expect(screen.queryByRole("img", { name: /Extra photo/ })).toBeNull();
});

test("sent with consent: thanks, the 24–48 business hours, the way to the booking", async () => {
  await show({ photos: FIVE });
  await answerAll();
  await user.type(screen.getByLabelText("Notes"), "The gate is open.");

  await click("Send my photos");

  const thanks = await screen.findByRole("heading", { name: "Thank you, we have your photos" });
  expect(document.activeElement).toBe(thanks);
  expect(photos.submitted).toEqual([
    { is_decision_maker: true, can_place_stake: true, notes: "The gate is open.", consent: true },
  ]);
  expect(screen.getByText(/24–48 business hours/)).toBeTruthy();
  expect(hrefOf("To my booking")).toBe("/my-booking");
  expect(screen.getByText("5 photos sent")).toBeTruthy();
});

test.each([
  ["too_few_photos", 409, /Some of the photos we need are still missing/],
  ["photos_closed", 409, /We already have your photos/],
  ["unexpected", 500, /This didn’t work/],
])("a refusal to send (%s) is told in words", async (code, status, words) => {
  await show({ photos: FIVE });
  server.use(http.post("*/api/my-booking/photos/submit", () => refused(status, code)));
  await answerAll();

  await click("Send my photos");

  expect((await screen.findByRole("alert")).textContent).toMatch(words);
});

test.each([
  ["decided", "Your photos are reviewed"],
  ["cancelled", "This booking was canceled"],
] as const)("%s photos can no longer be changed", async (status, title) => {
  await show({ status, photos: FIVE });

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  expect(screen.queryByLabelText(/Replace/)).toBeNull();
});

test("without a booking: what to do, and whom to call", async () => {
  server.use(http.get("*/api/my-booking/photos", () => refused(404, "order_not_found")));
  await show();

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "We couldn’t find your booking",
  );
  expect(screen.getAllByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
});

test("while the server looks at a photo it is asked again", async () => {
  await show({ photos: [aPhoto("panel_open", { status: "stored", thumbnail_url: null })] });
  expect(screen.getByText("Received. We’re checking it...")).toBeTruthy();

  photos.review = aReview({ photos: [aPhoto("panel_open")] });

  await expectText(PANEL, "Received");
});

test.each([
  [["stored", "ready"], true],
  [["ready", "refused"], false],
  [[], false],
] as const)("photos that are %j are looked at: %s", (statuses, expected) => {
  const photos = statuses.map((status) => aPhoto("panel_open", { status }));

  expect(isLookedAt(aReview({ photos }))).toBe(expected);
});
