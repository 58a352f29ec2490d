import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import {
  answers,
  click,
  mockCall,
  refused,
  renderStaff,
  sent,
  server,
  user,
} from "../staff.setup.tsx";
import { centsTyped, feetTyped } from "./decision-form.tsx";
import {
  aPhoto,
  aReview,
  LINES,
  NEXT_ID,
  previewed,
  REVIEW_ID,
  waiting,
} from "./photo-desk.fixtures.ts";
import QueueScreen from "./queue-screen.tsx";
import ReviewScreen from "./review-screen.tsx";
import type { Preview, Review } from "./use-review.ts";
import { FIT, moved, turned, zoomed } from "./zoom.ts";

const HERE = `/photo-reviews/${REVIEW_ID}`;
const HIGHER = previewed({
  outcome: "asked",
  band: "medium",
  band_from_ft: 25,
  band_max_ft: 50,
  change_cents: 100_000,
  percent: 7.9,
  lines: { ...LINES, installation_cents: 599_000, total_cents: 1_369_477 },
});
const LOWER = previewed({ outcome: "lowered", change_cents: -100_000, percent: -7.3 });

beforeEach(() => {
  server.use(
    http.get("*/api/staff/photos/:id/:rendition", () =>
      HttpResponse.arrayBuffer(new Uint8Array([255, 216, 255]).buffer),
    ),
  );
});

async function look(change: Partial<Review> = {}, preview: Preview = previewed(), me = {}) {
  answers(HERE, aReview(change));
  answers(`${HERE}/price`, preview);
  const shown = renderStaff(<ReviewScreen />, {
    path: `/staff/photos/${REVIEW_ID}`,
    route: "/photos/:id",
    me,
  });
  await screen.findByRole("heading", { level: 1, name: "Ada Lovelace" });
  return shown;
}

const enterDistance = async (feet: string) =>
  user.type(screen.getByLabelText("Confirmed distance in feet"), feet);

test("the queue shows who waits the longest, and who is over the promised time", async () => {
  answers("/photo-reviews", [
    waiting({ is_overdue: true, waiting_hours: 99.5 }),
    waiting({ id: NEXT_ID, customer_name: "Bo Diddley", waiting_hours: 3, photo_count: 1 }),
  ]);
  renderStaff(<QueueScreen />, { path: "/staff/photos" });

  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent).toContain("4 d 3 h");
  expect(within(first as HTMLElement).getByText("Overdue")).toBeTruthy();
  expect(within(first as HTMLElement).getByText("0–25 ft")).toBeTruthy();
  expect(second?.textContent).toContain("1 photo");
  expect(within(second as HTMLElement).queryByText("Overdue")).toBeNull();
  expect(screen.getByText("2 reviews, 1 over the promised time")).toBeTruthy();
  const link = within(second as HTMLElement).getByRole("link", { name: "Bo Diddley" });
  expect(link.getAttribute("href")).toBe(`/staff/photos/${NEXT_ID}`);
});

test("a queue is asked for again; other reviews are a choice away", async () => {
  const queries = answers("/photo-reviews", []);
  server.use(http.get("*/api/staff/photo-reviews", () => refused(503, "busy"), { once: true }));
  const { history } = renderStaff(<QueueScreen />, { path: "/staff/photos" });
  await click("Try again");
  await screen.findByText("No photos are waiting for review.");

  await user.click(screen.getByRole("radio", { name: "Decided" }));

  await screen.findByText("No reviews.");
  expect(queries.map(String)).toEqual(["status=submitted", "status=decided"]);
  expect(history?.at(-1)).toBe("/staff/photos?status=decided");
});

test("PHOTO-02.1 photos beside the chosen band, what is missing and what was said", async () => {
  await look();

  expect(screen.getByText("Photo 1 of 3: Electrical panel, door open")).toBeTruthy();
  expect(screen.getByText("3 are missing.")).toBeTruthy();
  expect(screen.getAllByText("Missing")).toHaveLength(3);
  expect(screen.getByText("0–25 ft, $12,694.77")).toBeTruthy();
  expect(screen.getByText("Generac 7043, 22 kW")).toBeTruthy();
  expect(screen.getByText("Dog in the yard")).toBeTruthy();
  expect(
    screen.getByText("Is the homeowner or decision maker. Cannot place a stake."),
  ).toBeTruthy();
  expect(screen.getByRole("img", { name: /The distances as arcs/ })).toBeTruthy();
});

test("keys bring the next photo, bring it nearer and turn it", async () => {
  await look();
  const glass = screen.getByRole("group", { name: /^Photo 1 of 3/ });
  const photo = () => glass.querySelector("img");
  await waitFor(() => expect(photo()?.alt).toBe("Electrical panel, door open"));

  glass.focus();
  await user.keyboard("+");
  expect(photo()?.style.transform).toContain("scale(1.4)");
  await user.keyboard("r");
  expect(photo()?.style.transform).toContain("rotate(90deg) scale(1)");
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(photo()?.alt).toBe("Gas meter or propane tank"));
  expect(photo()?.style.transform).toContain("rotate(0deg) scale(1)");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  await waitFor(() => expect(photo()?.alt).toBe("Another picture 1"));

  await click("Zoom in");
  expect(photo()?.style.transform).toContain("scale(1.4)");
  await click("Fit to screen");
  expect(photo()?.style.transform).toContain("scale(1)");
});

test("the promised price is locked and the next comes up", async () => {
  const conflict = "Jo decided this photo review a minute ago. Review it before you continue.";
  mockCall("post", `${HERE}/decide`, () => refused(409, "changed_meanwhile", conflict));
  answers("/photo-reviews", [waiting(), waiting({ id: NEXT_ID })]);
  const { history } = await look();

  await click("Confirm the distance");
  expect(screen.getByText("Please enter the distance: whole feet from 1 to 2000.")).toBeTruthy();
  await enterDistance("20");
  await screen.findByText(/^Locks the promised price at once. .* gets the signed receipt.$/);
  const reason = screen.getByLabelText<HTMLInputElement>("Reason, in words the homeowner reads");
  const usual = reason.value;
  await user.clear(reason);
  await click(/Lock/);
  expect(screen.getByText("Please give a reason of at least three letters.")).toBeTruthy();
  expect(sent).toEqual([]);

  await user.type(reason, usual);
  answers(HERE, aReview({ order_version: 42 }));
  await click(/Lock/);
  expect(await screen.findByText(conflict)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Confirmed distance in feet").value).toBe("20");
  mockCall("post", `${HERE}/decide`, () =>
    HttpResponse.json({ status: "locked", lines: LINES, percent: 0 }),
  );
  await click("Lock $12,694.77");

  await waitFor(() => expect(history?.at(-1)).toBe(`/staff/photos/${NEXT_ID}`));
  expect(sent[1]?.body).toEqual({
    confirmed_run_ft: 20,
    installation_cents: null,
    module_cents: null,
    without_modules: false,
    customer_words: "",
    reason: "Your photos show a run of 20 ft, as you chose.",
    if_version: 42,
  });
  expect(screen.getByText("locked at $12,694.77").parentElement?.textContent).toBe(
    "Ada Lovelace: locked at $12,694.77",
  );
});

test("a higher price says what follows and goes to the homeowner with the reason", async () => {
  mockCall("post", `${HERE}/decide`, () =>
    HttpResponse.json({ status: "change_proposed", lines: HIGHER.lines, percent: 7.9 }),
  );
  answers("/photo-reviews", []);
  const { history } = await look({}, HIGHER);

  await enterDistance("48");
  expect(await screen.findByText(/nothing is locked until the homeowner approves it/)).toBeTruthy();
  expect(screen.getByText("+7.9%")).toBeTruthy();
  const reason = screen.getByLabelText("Reason, in words the homeowner reads");
  await user.clear(reason);
  await user.type(reason, "Around the pool: 48 ft");
  await click("Propose $13,694.77");

  await waitFor(() => expect(history?.at(-1)).toBe("/staff/photos"));
  expect(sent[0]?.body).toMatchObject({ confirmed_run_ft: 48, reason: "Around the pool: 48 ft" });
  expect(screen.getByText("$13,694.77 was proposed to the homeowner")).toBeTruthy();
});

test.each([
  ["150", { ...HIGHER, percent: 31.6, is_refundable: true }, [/decline, cancel, and get a full/]],
  ["20", LOWER, ["Lock the lower $12,694.77", "−7.3%"]],
])("of a run of %s ft it is said what follows", async (feet, preview, words) => {
  await look({ band: "medium" }, preview);
  await enterDistance(feet);
  for (const text of words) expect(await screen.findByText(text)).toBeTruthy();
});

test("beyond 150 ft the installation's own price is asked for", async () => {
  await look();
  server.use(
    http.get(`*/api/staff${HERE}/price`, ({ request }) => {
      const conflict = new URL(request.url).searchParams.get("installation_cents");
      const detail = "A run over 150 ft has no flat price.";
      return conflict === "900050"
        ? HttpResponse.json({ ...HIGHER, is_refundable: true })
        : refused(422, "installation_price_missing", detail);
    }),
  );

  await enterDistance("210");
  expect(await screen.findByText("A run over 150 ft has no flat price.")).toBeTruthy();
  await user.type(screen.getByLabelText("Custom installation price"), "9,000.50");

  expect(await screen.findByRole("button", { name: "Propose $13,694.77" })).toBeTruthy();
});

const WITH_MODULE = previewed({
  outcome: "asked",
  change_cents: 43_300,
  lines: { ...LINES, extras_cents: 40_000, sales_tax_cents: 60_877, total_cents: 1_313_077 },
});
const WRONG_PRICE = "Please enter dollars, such as 4990 or 4990.50.";
const WANTED = { answers: { "What should stay on": "Electric dryer." }, modules_to_quote: 1 };

test("modules that were promised a quote are decided before the price locks", async () => {
  mockCall("post", `${HERE}/decide`, () =>
    HttpResponse.json({ status: "change_proposed", lines: WITH_MODULE.lines, percent: 3.4 }),
  );
  answers("/photo-reviews", []);
  await look(WANTED);
  server.use(
    http.get(`*/api/staff${HERE}/price`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get("module_cents") === "40000"
          ? WITH_MODULE
          : previewed(),
      ),
    ),
  );
  expect(screen.getByText("Electric dryer.")).toBeTruthy();
  await enterDistance("20");

  await click("Lock $12,694.77");
  expect(screen.getByText(/^Please choose: we promised to quote these/)).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Quote in this price" }));
  expect(screen.queryByRole("button", { name: /^Lock/ })).toBeNull();
  expect(screen.queryByText(/^Locks the promised price/)).toBeNull();
  await click("Confirm the distance");
  expect(screen.getByText(WRONG_PRICE)).toBeTruthy();
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText("Price of one module"), "400");
  await click("Propose $13,130.77");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    module_cents: 40_000,
    without_modules: false,
    reason:
      "Your photos show a run of 20 ft, as you chose. " +
      "The price includes 1 more load management module, for what should stay on.",
  });
});

test.each(["abc", "-5", "9999999999"])("no price is shown for a module of '%s'", async (typed) => {
  await look(WANTED);
  await enterDistance("20");
  await screen.findByRole("button", { name: "Lock $12,694.77" });
  await user.click(screen.getByRole("radio", { name: "Quote in this price" }));
  await user.type(screen.getByLabelText("Price of one module"), typed);

  expect(screen.getByText(WRONG_PRICE)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Lock|Propose)/ })).toBeNull();
  expect(screen.queryByText(/^Locks the promised price/)).toBeNull();
});

test("a module that is included is a line of $0.00 in the preview", async () => {
  await look(WANTED);
  const module = {
    kind: "extra" as const,
    description: "Load management module",
    quantity: 1,
    unit: "",
    unit_cents: 0,
    taxable: true,
    amount_cents: 0,
  };
  answers(`${HERE}/price`, previewed({ lines: { ...LINES, line_items: [module] } }));
  await enterDistance("20");
  await user.click(screen.getByRole("radio", { name: "Quote in this price" }));
  await user.type(screen.getByLabelText("Price of one module"), "0");

  expect(
    await screen.findByRole("row", { name: /^Load management module .*\$0\.00/ }),
  ).toBeTruthy();
});

test("a homeowner may go without, and who needs no module is not asked about one", async () => {
  mockCall("post", `${HERE}/decide`, () =>
    HttpResponse.json({ status: "locked", lines: LINES, percent: 0 }),
  );
  answers("/photo-reviews", []);
  const { unmount } = await look(WANTED);
  await enterDistance("20");
  await user.click(screen.getByRole("radio", { name: "The customer goes without" }));
  expect(screen.queryByLabelText("Price of one module")).toBeNull();
  await screen.findByRole("button", { name: /^Lock/ });
  await click(/^Lock/);
  expect(screen.getByText("Please write what the customer said.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText("What the customer said"), "Agreed on the phone");
  await click(/^Lock/);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    module_cents: null,
    without_modules: true,
    customer_words: "Agreed on the phone",
  });
  unmount();

  await look();
  expect(screen.queryByText(/load management module/)).toBeNull();
});

test("two photos of a home are compared side by side", async () => {
  await look();
  const viewers = () => screen.getAllByRole("group", { name: /^Photo \d of 3/ });
  expect(viewers()).toHaveLength(1);

  await click("Compare two photos");

  const second = screen.getByRole("region", { name: "Second photo" });
  expect(viewers()).toHaveLength(2);
  expect(within(second).getByText(/Gas meter or propane tank$/)).toBeTruthy();
  await click("Next photo", second);
  expect(within(second).getByText(/Another picture 1$/)).toBeTruthy();
  expect(screen.getByText(/Electrical panel, door open$/, { selector: "strong" })).toBeTruthy();

  await click("Compare two photos");
  expect(screen.queryByRole("region", { name: "Second photo" })).toBeNull();
});

test("better photos are asked for by shot and in one's own words", async () => {
  mockCall("post", `${HERE}/retake`, () => HttpResponse.json({ status: "retake_requested" }));
  answers("/photo-reviews", []);
  const { history } = await look();

  await user.click(screen.getByRole("radio", { name: "Request better photos" }));
  await click("Request these photos");
  expect(screen.getByText("Please choose a reason or write one.")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: /label of the gas meter/ }));
  await user.click(screen.getByRole("checkbox", { name: /whole path/ }));
  await user.click(screen.getByRole("checkbox", { name: "Another picture 1" }));
  await user.type(screen.getByLabelText("In your own words"), "The gate\nis in the way.");
  await user.click(screen.getByRole("checkbox", { name: /request ten/ }));
  await click("Request these photos");

  await waitFor(() => expect(history?.at(-1)).toBe("/staff/photos"));
  expect(sent[0]?.body).toEqual({
    reason:
      "We cannot read the label of the gas meter or tank. " +
      "We cannot see the whole path from the panel to the spot. The gate is in the way.",
    slots: ["gas_meter", "wall_run", "extra-1"],
    needs_full_review: true,
    if_version: 41,
  });
});

const A_CHANGE = {
  reason: "60 ft",
  percent: 20,
  is_refundable: true,
  lines: HIGHER.lines,
  proposed_at: "2026-03-03T15:00:00Z",
  proposed_by: "staff Jo",
  decided_at: null,
};
const LOCKED = { version: 2, locked_at: "2026-03-03T15:00:00Z", lines: LINES };

test.each([
  [{ price: LOCKED, confirmed_run_ft: 20 }, "The price is locked at $12,694.77"],
  [{ status: "retake_requested", retake_reason: "Blurred" }, "Better photos were requested"],
  [{ status: "awaiting_photos" }, "Photos not sent yet"],
  [{ order_status: "cancelled" }, "This order was canceled"],
  [
    { status: "decided", change: { ...A_CHANGE, status: "proposed" } },
    "$13,694.77 is waiting for the homeowner",
  ],
] as const)("what is decided or not here says so: %#", async (change, title) => {
  await look({ ...change, can_be_decided: false });
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByLabelText("Confirmed distance in feet")).toBeNull();
});

test("a declined change may be decided anew, also before any photo has arrived", async () => {
  const photos = [aPhoto("panel_open", { status: "stored" as const, shown_url: null })];
  await look({ status: "decided", change: { ...A_CHANGE, status: "declined" }, photos });
  expect(screen.getByText("The homeowner declined $13,694.77")).toBeTruthy();
  expect(screen.getByLabelText("Confirmed distance in feet")).toBeTruthy();
  expect(screen.queryByRole("radio", { name: "Request better photos" })).toBeNull();
  expect(screen.getByText("Nothing has arrived yet.")).toBeTruthy();
  expect(screen.getByText("On its way")).toBeTruthy();
});

test("who may only look is not asked to decide; a video is fetched when it is wanted", async () => {
  const film = aPhoto("video", {
    kind: "video",
    size_bytes: 35_651_584,
    thumbnail_url: null,
    shown_url: "/api/staff/photos/film/video",
  });
  const permissions = ["see_photos", "see_orders"];
  await look({ photos: [aPhoto("panel_open"), film] }, previewed(), { permissions });
  expect(screen.getByText("You can look, but not decide")).toBeTruthy();
  expect(screen.queryByLabelText("Confirmed distance in feet")).toBeNull();

  await click("Load the video (34.0 MB)");

  const link = await screen.findByRole("link", { name: "Download it" });
  expect(link.getAttribute("download")).toBe("video.mp4");
  expect(document.querySelector("video")?.hasAttribute("controls")).toBe(true);
});

test.each([
  ["", ""],
  ["  ", ""],
  ["4990", 499_000],
  ["$4,990.50", 499_050],
  ["4990.5", 499_050],
  ["0", 0],
  ["4990.555", null],
  ["-5", null],
  ["five", null],
] as const)("a price typed as %j is %j cents", (text, cents) => {
  expect(centsTyped(text)).toBe(cents);
});

test.each([
  ["25", 25],
  [" 1 ", 1],
  ["0", null],
  ["2000", 2000],
  ["2001", null],
  ["25.5", null],
  ["", null],
] as const)("a distance typed as %j is %j ft", (text, feet) => {
  expect(feetTyped(text)).toBe(feet);
});

const GLASS = { width: 800, height: 600 };

test("what lies under the pointer stays there while it comes nearer", () => {
  const near = zoomed(FIT, 2, { x: 100, y: -50 });
  expect(near).toEqual({ scale: 2, x: -100, y: 50, turns: 0 });
  expect(zoomed(near, 2, { x: 100, y: -50 })).toEqual({ scale: 4, x: -300, y: 150, turns: 0 });
});

test("neither smaller than all of it nor nearer than eight times", () => {
  expect(zoomed({ ...FIT, scale: 1.2, x: 40 }, 0.1)).toEqual(FIT);
  expect(zoomed(FIT, 100).scale).toBe(8);
});

test("a photo is not pushed out of sight, and not at all while all of it is seen", () => {
  expect(moved(zoomed(FIT, 2), { x: 9999, y: -9999 }, GLASS)).toMatchObject({
    x: 400,
    y: -300,
  });
  expect(moved(FIT, { x: 50, y: 50 }, GLASS)).toEqual(FIT);
});

test("four turns are none, and a turn shows all of it", () => {
  const once = turned(zoomed(FIT, 3));
  expect(once).toEqual({ scale: 1, x: 0, y: 0, turns: 1 });
  expect(turned(turned(turned(once)))).toEqual(FIT);
});
