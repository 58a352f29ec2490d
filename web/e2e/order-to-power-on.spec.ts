/** One order from the address to the third milestone: homeowner and staff, every message, paper and figure. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { sendPhotos } from "./photo-sending.ts";
import { aTechnician, staffMember } from "./staff.ts";
import { bookWhole } from "./wizard.ts";

const EMAIL = "ada-to-power-on@example.org";
const PATIENCE = { timeout: 60_000 }; // the worker's next rounds, on a busy machine

type Answer = Record<string, string | number>;
type Staff = ReturnType<typeof staffMember>;

const told = async (page: Page, path = "") =>
  (await page.request.get(`/api/my-booking${path}`)).json();

async function openBooking(page: Page) {
  await page.goto("/my-booking");
  await expect(page.getByRole("heading", { name: "Hello, Ada." })).toBeVisible();
}

const part = (page: Page, name: string) => page.getByRole("region", { name });

async function messageKinds(page: Page): Promise<string[]> {
  const messages: { kind: string; channel: string }[] = await told(page, "/messages");
  return messages.map(({ kind, channel }) => `${kind} ${channel}`);
}

/** Sent, or waiting for the morning; none given up, none kept back. */
async function expectNoneLost(page: Page) {
  const messages: { kind: string; status: string }[] = await told(page, "/messages");
  expect(messages.filter(({ status }) => !["sent", "queued"].includes(status))).toEqual([]);
}

async function expectTold(page: Page, ...kinds: string[]) {
  await expect
    .poll(() => messageKinds(page), PATIENCE)
    .toEqual(expect.arrayContaining(kinds.flatMap((kind) => [`${kind} email`, `${kind} sms`])));
}

async function expectNext(page: Page, key: string) {
  await expect.poll(async () => (await told(page)).next_step.key, PATIENCE).toBe(key);
  await openBooking(page);
}

async function savedFile(page: Page, link: ReturnType<Page["getByRole"]>): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await link.click();
  return readFile(await (await download).path());
}

const expectPdf = (file: Buffer) => {
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  expect(file.length).toBeLessThan(300_000);
};

/** What is due is paid by this method; the provider's page says this amount. */
async function payMilestone(
  page: Page,
  pay: { method: string; button: string; charged: string; outcome: string },
) {
  await expectNext(page, "pay_milestone");
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("radio", { name: pay.method }).check();
  await page.getByRole("button", { name: pay.button, exact: true }).click();
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
  await expect(page.getByText(pay.charged).first()).toBeVisible();
  const checkout = page.url();
  await page.getByRole("button", { name: pay.outcome, exact: true }).click();
  await expect(page).toHaveURL(/\/order-payment-success/);
  if (pay.method !== "Bank transfer") return;
  await page.goto(checkout);
  await page.getByRole("button", { name: "The transfer arrives" }).click();
  await expect(page).toHaveURL(/\/order-payment-success/);
}

async function expectMilestone(page: Page, kind: string, expected: Answer) {
  await expect
    .poll(async () => {
      const { milestones } = await told(page, "/money");
      return milestones.find((milestone: Answer) => milestone.kind === kind);
    }, PATIENCE)
    .toMatchObject(expected);
}

async function isReserved(page: Page) {
  await bookWhole(page, EMAIL, async () => {});
  await page.getByRole("link", { name: "Open my booking" }).click();
  await expect(page.getByRole("heading", { name: "Send us 5 photos" })).toBeVisible();
  await expect(part(page, "Your price").getByText("$12,694.77")).toBeVisible();
  await expectTold(page, "date_confirmed", "photo_link");
  const { balance_cents, paid_cents } = await told(page, "/money");
  expect([balance_cents, paid_cents]).toEqual([0, 100_00]);
}

async function isAssigned(page: Page, staff: Staff, orderId: string) {
  const sam = aTechnician();
  await staff.act(`orders/${orderId}/technician`, sam);
  await openBooking(page);
  await expect(page.getByText(sam.name, { exact: true })).toBeVisible();
  await expectTold(page, "technician_assigned");
}

async function photosGoUp(page: Page) {
  await sendPhotos(page);
  await expectNext(page, "wait_review");
  await expectTold(page, "photos_received");
}

async function priceIsAsked(page: Page, staff: Staff, orderId: string) {
  const waiting: { id: string; order_id: string }[] = await staff.look("photo-reviews");
  const review = waiting.find(({ order_id }) => order_id === orderId);
  await expect
    .poll(async () => {
      const { photos } = await staff.look(`photo-reviews/${review?.id}`);
      return photos.filter(({ status }: { status: string }) => status === "ready").length;
    }, PATIENCE)
    .toBe(5);
  const decided = await staff.act(`photo-reviews/${review?.id}/decide`, {
    confirmed_run_ft: 41,
    reason: "The panel is on the far side of the garage.",
  });
  expect(decided).toMatchObject({ status: "change_proposed", was_cents: 12_694_77 });
  await expectTold(page, "price_change");

  await expectNext(page, "decide_change");
  const price = part(page, "Your price");
  await expect(price.getByText("The total would go up by 7.9%.")).toBeVisible();
  await expect(price.getByRole("row", { name: /Installation/ })).toContainText(
    "$4,990.00$5,990.00",
  );
  await expect(price.getByRole("row", { name: /Total/ })).toContainText("$12,694.77$13,694.77");
  await price.getByRole("button", { name: "Approve the new price" }).click();
  await expect(price.getByText("The new price is locked")).toBeVisible();
  await expect(price.getByText("Confirmed run: 41 ft")).toBeVisible();
  await expectTold(page, "change_approved");
}

async function receiptIsChecked(page: Page) {
  const { receipt_code } = (await told(page)).price;
  const receipt = await (await page.request.get(`/api/price-receipts/${receipt_code}`)).json();
  expect(receipt).toMatchObject({ is_valid: true, is_locked: true, is_latest: true });
  expect(receipt.lines.total_cents).toBe(13_694_77);
}

async function proposalIsAccepted(page: Page) {
  await expectNext(page, "accept_proposal");
  await expectTold(page, "proposal_ready");
  const proposal = part(page, "Your proposal");
  const file = await savedFile(page, proposal.getByRole("link", { name: "Download the PDF" }));
  expectPdf(file);
  const { sha256, total_cents } = (await told(page)).proposal;
  expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
  expect(total_cents).toBe(13_694_77);

  await proposal.getByLabel("Type your full name").fill("Ada Lovelace");
  await proposal.getByRole("checkbox", { name: /I have read the proposal/ }).check();
  await proposal.getByRole("button", { name: "Accept the proposal" }).click();
  await expect(proposal.getByText(/Accepted by Ada Lovelace on/)).toBeVisible();
  await expect(proposal.getByText(/cancel for a full refund until midnight of/)).toBeVisible();
  await expectTold(page, "proposal_accepted", "milestone_due");
}

async function paysAtAcceptance(page: Page) {
  await expectMilestone(page, "acceptance", {
    amount_cents: 3_423_69,
    credit_cents: 100_00,
    due_cents: 3_323_69,
    surcharge_cents: 99_71,
    status: "due",
  });
  await payMilestone(page, {
    method: "Credit card",
    button: "Pay $3,323.69 + $99.71",
    charged: "$3,423.40",
    outcome: "Approve",
  });
  await expectMilestone(page, "acceptance", { status: "paid", due_cents: 0 });
  await expectNext(page, "wait_equipment");
  await expectTold(page, "payment_received");
}

async function paysAtEquipment(page: Page, staff: Staff, orderId: string) {
  await staff.act(`orders/${orderId}/milestones/equipment`);
  await expectMilestone(page, "equipment", { amount_cents: 6_847_39, due_cents: 6_847_39 });
  await payMilestone(page, {
    method: "Bank transfer",
    button: "Pay $6,847.39",
    charged: "$6,847.39",
    outcome: "Approve",
  });
  await expectMilestone(page, "equipment", { status: "paid" });
  await expectNext(page, "wait_installation");
}

async function paysAtCompletion(page: Page, staff: Staff, orderId: string) {
  await staff.act(`orders/${orderId}/milestones/completion`);
  await payMilestone(page, {
    method: "Debit card",
    button: "Pay $3,423.69",
    charged: "$3,423.69",
    outcome: "Approve, by debit card",
  });
  await expectMilestone(page, "completion", { status: "paid" });
  await expectNext(page, "wait_power_on");
  await staff.act(`orders/${orderId}/power-on`);
  await expectNext(page, "done");
  await expect(page.getByRole("heading", { name: "Your home has standby power" })).toBeVisible();
  await expectTold(page, "installation_done");
}

async function accountSums(page: Page, staff: Staff, orderId: string) {
  const { entries, balance_cents, paid_cents, total_cents } = await told(page, "/money");
  const sum = entries.reduce(
    (all: number, { amount_cents }: { amount_cents: number }) => all + amount_cents,
    0,
  );
  expect([sum, balance_cents]).toEqual([0, 0]);
  expect([total_cents, paid_cents]).toEqual([13_694_77, 13_694_77 + 99_71]);
  await expectNoneLost(page);
  const documents: { url: string; title: string }[] = await told(page, "/documents");
  expect(documents.length).toBeGreaterThanOrEqual(1);
  for (const { url } of documents) expectPdf(await (await page.request.get(url)).body());
  const steps = part(page, "From reservation to power-on").getByRole("listitem");
  await expect(steps.filter({ hasText: "Done" })).toHaveCount(8);
  const { log } = await staff.look(`orders/${orderId}`);
  expect(log.length).toBeGreaterThan(8);
}

test("BOOK-04 PHOTO-02 PROP-01 PAY-03 MSG-02 an order from the address to power-on, to the cent", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const staff = staffMember(page.request, "Grace Hopper");

  await test.step("reserved and paid: the booking knows it, and the messages are on their way", () =>
    isReserved(page));
  const { id: orderId } = await told(page);

  await test.step("staff say who comes", () => isAssigned(page, staff, orderId));
  await test.step("five photos go up and wait for staff", () => photosGoUp(page));
  await test.step("the run is longer: the higher price waits for the homeowner's yes", () =>
    priceIsAsked(page, staff, orderId));
  await test.step("anybody can check the receipt of the locked price", () =>
    receiptIsChecked(page));
  await test.step("the proposal is read, is the very file that is accepted, and is accepted", () =>
    proposalIsAccepted(page));
  await test.step("25 % at acceptance, less the $100, by credit card with 3 %", () =>
    paysAtAcceptance(page));
  await test.step("50 % when the equipment is here, by bank, without a fee", () =>
    paysAtEquipment(page, staff, orderId));
  await test.step("25 % when the work is complete, by debit card, without a fee", () =>
    paysAtCompletion(page, staff, orderId));
  await test.step("the account sums to the balance shown, and every paper opens", () =>
    accountSums(page, staff, orderId));
});
