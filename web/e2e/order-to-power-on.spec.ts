/** One order from reservation to the last milestone, on the homeowner's pages and in the console. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import {
  fetchMyBooking,
  pay,
  payFee,
  reserveByCalls,
  reviewOf,
  uploadByCalls,
  WORKER_TIMEOUT,
} from "./homeowner.ts";
import type { Product } from "./product.ts";
import { aTechnician, confirmDialog, dialog, nextStep, type Office, part } from "./staff.ts";
import { expect, test } from "./test.ts";

// Both browsers of one order, and staff API calls.
type Sides = { homeowner: Page; desk: Page; office: Office; id: string };
type Milestone = Record<string, string | number>;

const NAME = "Paula Power";
const BY_BOTH = [
  ...["date_confirmed", "technician_assigned", "price_change"],
  ...["proposal_ready", "proposal_accepted", "payment_received", "installation_done"],
];
// Questions: what was answered before it was sent is not asked any more.
const ASKS = ["price_change", "proposal_ready"];
const BY_MAIL_ALONE = ["photos_received", "change_approved"]; // the page has just said the same

async function openBooking(homeowner: Page, next: string) {
  await expect.poll(async () => (await fetchMyBooking(homeowner)).next_step.key).toBe(next);
  await homeowner.goto("/my-booking");
  await expect(homeowner.getByRole("heading", { name: "Hello, Paula." })).toBeVisible();
}

type Words = { title: RegExp; says: string[]; never: string[] };

// What My booking says next, read on the page, and what it does not say on that day (TRUTH-03.1).
async function reads(homeowner: Page, next: string, { title, says, never }: Words) {
  await openBooking(homeowner, next);
  const step = homeowner.getByRole("region", { name: title });
  for (const words of says) await expect(step).toContainText(words);
  for (const words of never) await expect(step).not.toContainText(words);
}

const isPaid = (homeowner: Page) =>
  part(homeowner, "Payments").getByText("Everything is paid", { exact: true });

async function openOrder({ desk, id }: Sides) {
  await desk.goto(`/staff/orders/${id}`);
  await expect(desk.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
}

async function clickAndConfirm(on: Locator, button: string, question: string) {
  await on.getByRole("button", { name: button }).click();
  await confirmDialog(on.page(), question, button);
}

async function savedPdf(page: Page, link: Locator): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await link.click();
  const file = await readFile(await (await download).path());
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  return file;
}

const milestone = async ({ homeowner }: Sides, name: string): Promise<Milestone> =>
  (await fetchMyBooking(homeowner, "/money")).milestones.find(
    ({ kind }: Milestone) => kind === name,
  );

async function assignTechnician(sides: Sides) {
  const { homeowner, desk, office } = sides;
  const sam = aTechnician();
  await office.post("technicians", sam);
  await openOrder(sides);
  await desk.getByRole("button", { name: "Assign a technician" }).click();
  const select = dialog(desk, "Assign a technician").getByLabel("Technician");
  await select.selectOption({ label: `${sam.name}, ${sam.phone}` });
  await confirmDialog(desk, "Assign a technician", "Assign");
  await expect(part(desk, "Visit").getByText(sam.name)).toBeVisible();
  await expectNoViolationsAtBothWidths(desk, "an order");

  await openBooking(homeowner, "wait_review");
  await expect(homeowner.getByText(sam.name, { exact: true })).toBeVisible();
}

async function approveHigherPrice(sides: Sides, reviewId: string) {
  const { homeowner, office } = sides;
  await office.post(`photo-reviews/${reviewId}/decide`, {
    confirmed_run_ft: 41,
    reason: "The panel is on the far side of the garage.",
  });
  await openBooking(homeowner, "decide_change");
  const price = part(homeowner, "Your price");
  await expect(price.getByText("The total would go up by 7.9%.")).toBeVisible();
  await expect(price.getByRole("row", { name: /Total/ })).toContainText("$12,694.77$13,694.77");
  await price.getByRole("button", { name: "Approve the new price" }).click();
  await expect(price.getByText("The new price is locked", { exact: true })).toBeVisible();

  const { receipt_code } = (await fetchMyBooking(homeowner)).price;
  const receipt = await homeowner.request.get(`/api/price-receipts/${receipt_code}`);
  expect(await receipt.json()).toMatchObject({
    is_valid: true,
    is_locked: true,
    is_latest: true,
    lines: { total_cents: 13_694_77 },
  });
}

// Homeowner and staff download the same file, and that file is accepted.
async function acceptProposal(sides: Sides) {
  const { homeowner, desk } = sides;
  await openBooking(homeowner, "accept_proposal");
  const proposal = part(homeowner, "Your proposal");
  const { sha256 } = (await fetchMyBooking(homeowner)).proposal;
  const homeownerCopy = await savedPdf(
    homeowner,
    proposal.getByRole("link", { name: "Download the PDF" }),
  );
  expect(createHash("sha256").update(homeownerCopy).digest("hex")).toBe(sha256);

  await openOrder(sides);
  const section = part(desk, "Proposal and documents");
  await expect(section.getByText("Proposal, version 1, $13,694.77")).toBeVisible();
  const staffCopy = await savedPdf(
    desk,
    section.getByRole("button", { name: /^Download/ }).first(),
  );
  expect(staffCopy.equals(homeownerCopy)).toBe(true);

  await proposal.getByLabel("Type your full name").fill(NAME);
  await proposal.getByRole("checkbox", { name: /I have read the proposal/ }).check();
  await proposal.getByRole("button", { name: "Accept the proposal" }).click();
  await expect(proposal.getByText(`Accepted by ${NAME} on`)).toBeVisible();
  await reads(homeowner, "wait_equipment", {
    title: /^We’re preparing your installation$/,
    says: [
      "Not started: City permit, Gas company, Generator and equipment.",
      "Your first payment, $3,323.69, is due by ",
      "You can cancel for any reason, with a full refund, until midnight on ",
    ],
    never: ["on its way", "ordered", "filed", "Done:", "nothing for you to do"],
  });
}

type Payment = { next: string; method: string; button: string; charged: string };

// Nothing asks for a payment while the homeowner may still cancel; they may pay all the same.
async function payOnProviderPage(homeowner: Page, { next, method, button, charged }: Payment) {
  await openBooking(homeowner, next);
  await homeowner.getByRole("button", { name: "Pay now" }).click();
  await homeowner.getByRole("radio", { name: method }).check();
  await homeowner.getByRole("button", { name: button, exact: true }).click();
  await expect(homeowner.getByText("TEST MODE", { exact: true })).toBeVisible();
  await expect(homeowner.getByText(charged).first()).toBeVisible();
  const checkout = homeowner.url();
  await homeowner.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(homeowner).toHaveURL(/\/order-payment-success/);
  return checkout;
}

async function payAcceptance(sides: Sides) {
  expect(await milestone(sides, "acceptance")).toMatchObject({
    amount_cents: 3_423_69,
    credit_cents: 100_00,
    due_cents: 3_323_69,
    surcharge_cents: 99_71,
  });
  await payOnProviderPage(sides.homeowner, {
    next: "wait_equipment",
    method: "Credit card",
    button: "Pay $3,323.69 + $99.71",
    charged: "$3,423.40",
  });
  await expect.poll(() => milestone(sides, "acceptance")).toMatchObject({ status: "paid" });
  await reads(sides.homeowner, "wait_equipment", {
    title: /^We’re preparing your installation$/,
    says: ["Not started: City permit, Gas company, Generator and equipment."],
    never: ["payment", "on its way", "ordered", "installed"],
  });
  await expect(isPaid(sides.homeowner)).toHaveCount(0);
}

async function payEquipment(sides: Sides) {
  const { homeowner, desk } = sides;
  await openOrder(sides);
  await clickAndConfirm(nextStep(desk), "Equipment has arrived", "Has the equipment arrived?");
  await expect(nextStep(desk)).toContainText("The cancellation period runs");
  await reads(homeowner, "wait_installation", {
    title: /^We install on /,
    says: [
      "Done: Generator and equipment. Not started: City permit, Gas company.",
      "Your second payment, $6,847.39, is due by ",
    ],
    never: ["first payment", "installed", "inspected", "paid."],
  });
  const checkout = await payOnProviderPage(homeowner, {
    next: "wait_installation",
    method: "Bank transfer",
    button: "Pay $6,847.39",
    charged: "$6,847.39",
  });
  await homeowner.goto(checkout);
  await homeowner.getByRole("button", { name: "The transfer arrives" }).click();
  await expect(homeowner).toHaveURL(/\/order-payment-success/);
  await expect.poll(() => milestone(sides, "equipment")).toMatchObject({ status: "paid" });
  await reads(homeowner, "wait_installation", {
    title: /^We install on /,
    says: ["Done: Generator and equipment."],
    never: ["payment", "installed", "inspected", "paid."],
  });
}

async function finishInstallation(sides: Sides, product: Product) {
  const { homeowner, desk } = sides;
  await openOrder(sides);
  await expect(
    part(desk, "Money").getByRole("button", { name: "Installation is complete" }),
  ).toBeDisabled();
  await product.theDayComes(sides.id);
  await openOrder(sides);
  await clickAndConfirm(
    part(desk, "Money"),
    "Installation is complete",
    "Is the installation complete?",
  );
  await reads(homeowner, "wait_power_on", {
    title: /^Your generator is installed$/,
    says: [
      "Still to pay: $3,423.69.",
      "The final inspection is not on record.",
      "The start-up is not on record.",
    ],
    never: ["inspected", "passed", "paid.", "has standby power"],
  });
  await openOrder(sides);
  await clickAndConfirm(nextStep(desk), "The power is on", "Is the power on?");
  await expect(desk.getByText("Completed", { exact: true })).toBeVisible();
  await reads(homeowner, "done", {
    title: /^Your home has standby power$/,
    says: ["Still to pay: $3,423.69.", "The final inspection is not on record."],
    never: ["inspected", "paid."],
  });
  await expect(isPaid(homeowner)).toHaveCount(0);
  await pay(homeowner, "completion");
  await openOrder(sides);
  await expect(part(desk, "Done")).toBeVisible();
  await expect(part(desk, NAME).getByText("Nothing", { exact: true })).toBeVisible();
  await reads(homeowner, "done", {
    title: /^Your home has standby power$/,
    says: ["It is installed and paid.", "The final inspection is not on record."],
    never: ["inspected", "Still to pay"],
  });
  await expect(isPaid(homeowner)).toBeVisible();
}

// Three payments with an invoice and a receipt each, the fee's receipt, and what was installed.
async function getsDocuments({ homeowner }: Sides) {
  await expect
    .poll(async () => {
      const documents: Record<string, string>[] = await fetchMyBooking(homeowner, "/documents");
      return ["invoice", "receipt", "completion_packet"].map(
        (type) => documents.filter((document) => document.type === type).length,
      );
    }, WORKER_TIMEOUT)
    .toEqual([3, 4, 1]);
  await homeowner.goto("/my-booking#documents");
  await homeowner.reload(); // the open page was loaded before the packet was there
  const documents = part(homeowner, "Documents");
  // Folded by kind once the power is on, the packet aside.
  await documents.getByText(/^Invoices and receipts \(\d+\)$/).click();
  await expect(documents.getByRole("link", { name: /^Invoice INV-\d{6}/ })).toHaveCount(3);
  await savedPdf(homeowner, documents.getByRole("link", { name: /^Receipt REC-/ }).first());
  await savedPdf(homeowner, documents.getByRole("link", { name: /^Completion packet/ }));
}

async function publishReview({ homeowner, desk }: Sides) {
  const review = homeowner.getByRole("region", { name: "Your review" });
  const text = "The crew was late, but the power stays on.";
  await review.getByRole("radio", { name: "4 stars" }).check({ force: true });
  await review.getByRole("textbox", { name: "Your review" }).fill(text);
  await review.getByRole("checkbox").check();
  await expectNoViolationsAtBothWidths(homeowner, "a booking with power and its review");
  await review.getByRole("button", { name: "Send review" }).click();
  await expect(review.getByText("Until then, you can change it")).toBeVisible();

  await desk.getByRole("button", { name: "More" }).click();
  await desk.getByRole("link", { name: "Tables" }).first().click();
  await desk.getByRole("link", { name: "Reviews", exact: true }).first().click();
  await desk.getByRole("row", { name: "Paula P." }).getByRole("link").click();
  await expectNoViolationsAtBothWidths(desk, "a review to decide");
  await desk.getByRole("radio", { name: "Publish it as written" }).check();
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByText("was changed successfully")).toBeVisible();

  await homeowner.goto("/reviews");
  await expect(homeowner.getByText(text)).toBeVisible();
  await expect(homeowner.getByText(/^Paula P\., .* · \$13,694$/)).toBeVisible();
  await expectNoViolationsAtBothWidths(homeowner, "the reviews");
}

async function expectBalanceZero({ homeowner }: Sides) {
  const { entries, balance_cents, paid_cents, total_cents } = await fetchMyBooking(
    homeowner,
    "/money",
  );
  const sum = entries.reduce(
    (all: number, entry: Milestone) => all + Number(entry.amount_cents),
    0,
  );
  expect([sum, balance_cents]).toEqual([0, 0]);
  expect([total_cents, paid_cents]).toEqual([13_694_77, 13_694_77 + 99_71]);
}

// By email, and by text where no page says it; sent, or queued until quiet hours end: none dead, none suppressed but an answered question.
async function expectAllMessages({ homeowner }: Sides) {
  const expected = [...BY_BOTH, ...BY_MAIL_ALONE]
    .map((kind) => `${kind} email`)
    .concat(BY_BOTH.map((kind) => `${kind} sms`));
  await expect
    .poll(async () => {
      const messages: Record<string, string>[] = await fetchMyBooking(homeowner, "/messages");
      const undelivered = messages.filter(
        ({ status = "", outcome, kind = "" }) =>
          !["sent", "queued"].includes(status) &&
          !(outcome === "out_of_date" && ASKS.includes(kind)),
      );
      const kinds = new Set(messages.map(({ kind, channel }) => `${kind} ${channel}`));
      return [undelivered, expected.filter((kind) => !kinds.has(kind))];
    })
    .toEqual([[], []]);
}

async function bookAndSendPhotos(homeowner: Page): Promise<string> {
  const id = await reserveByCalls(homeowner, "paula@example.org", undefined, NAME);
  await reads(homeowner, "pay_fee", {
    title: /^Pay the .+ to keep your day$/,
    says: ["Your day is held for you until "],
    never: ["confirmed", "paid."],
  });
  await payFee(homeowner, id);
  await reads(homeowner, "send_photos", {
    title: /^Send us 5 photos$/,
    says: ["lock your price"],
    never: ["is held", "locked"],
  });
  await uploadByCalls(homeowner);
  await reads(homeowner, "wait_review", {
    title: /^We’re reviewing your photos$/,
    says: ["There’s nothing for you to do now."],
    never: ["locked", "reviewed"],
  });
  return id;
}

test("BOOK-04.4 TRUTH-03.1 PHOTO-02.4 PROP-01.1 PAY-03.1 PAY-03.2 MSG-02.1 an order from its reservation to power-on, to the cent", {
  tag: "@main",
}, async ({ page: desk, visitor: homeowner, office, product, comeAs }) => {
  test.setTimeout(180_000); // the longest walk
  const id = await test.step("the day is held, then paid, then its photos are sent", () =>
    bookAndSendPhotos(homeowner));
  await comeAs("dispatcher", "/staff/orders?needs=us");
  await expectNoViolationsAtBothWidths(desk, "the list of orders");
  await desk.getByRole("row", { name: NAME }).getByRole("link").click();
  const sides = { homeowner, desk, office, id };

  await test.step("who comes is said to both", () => assignTechnician(sides));
  await test.step("a longer run costs more, and waits for the homeowner's yes", async () =>
    approveHigherPrice(sides, await reviewOf(id, office)));
  await test.step("one file is read, kept and accepted", () => acceptProposal(sides));
  await test.step("25 % less the $100, by credit card with 3 %", () => payAcceptance(sides));
  await test.step("50 % by bank, without a fee", () => payEquipment(sides));
  await test.step("25 % when the work is complete, and the power is on", () =>
    finishInstallation(sides, product));
  await test.step("each payment has its documents, and the home its packet", () =>
    getsDocuments(sides));
  await test.step("PROOF-01.2 the homeowner reviews it, and staff publish that as written", () =>
    publishReview(sides));
  await test.step("the account sums to nothing owed", () => expectBalanceZero(sides));
  await test.step("each step was told by mail and text", () => expectAllMessages(sides));
});
