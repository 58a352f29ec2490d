/** A dispatcher at an order, from its reservation to power-on or its end (OPS-11), on the real server. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { DESK, expectNoViolations, expectNoViolationsAtBothWidths, PHONE } from "./axe.ts";
import { bookByCalls } from "./booking.ts";
import { accept, pay, told } from "./homeowner.ts";
import { sendPhotos } from "./photo-sending.ts";
import { aTechnician, signInAsStaff, staffMember } from "./staff.ts";
import { weighScripts } from "./weight.ts";

const PATIENCE = { timeout: 60_000 }; // the worker's next rounds, on a busy machine
const BUDGET_KB = 300;

/** The homeowner, in a browser of their own. */
async function homeowner(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("no browser");
  return context.newPage();
}

const part = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator(".toaster").getByText(words)).toBeVisible();

async function openOrder(page: Page, id: string) {
  await page.goto(`/staff/orders/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
}

async function confirmed(page: Page, title: string, button: string | RegExp) {
  const opened = dialog(page, title);
  await opened.getByRole("button", { name: button }).click();
  await expect(opened).toBeHidden();
}

test("OPS-11 an order is found by its phone; a note, who comes, another day: the homeowner sees it", async ({
  page,
}) => {
  test.slow();
  const visitor = await homeowner(page);
  const number = String(161 + 100 * test.info().retry);
  await bookByCalls(visitor, "ada-found@example.org", `(713) 555-0${number}`);
  const office = staffMember(page.request, "Grace Hopper");
  const sam = aTechnician();
  await office.act("technicians", sam);
  await signInAsStaff(page, "dispatcher", "/staff/orders");

  await expect(page.getByRole("searchbox", { name: "Find an order" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(`713.555.0${number}`);
  const row = page.getByRole("row", { name: /Ada Lovelace/ });
  await expect(row).toHaveCount(1);
  await expect(row.getByText("Customer sends photos")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?q=713\\.555\\.0${number}$`));
  await row.getByRole("link").click();
  await expect(part(page, "Customer sends photos")).toBeVisible();
  await expect(page.getByRole("link", { name: `(713) 555-0${number}` })).toHaveAttribute(
    "href",
    `tel:+17135550${number}`,
  );

  await page.context().setOffline(true);
  await page.getByLabel("New note").fill("Dog in the yard: ring first.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(part(page, "Notes").getByRole("alert")).toContainText("No answer from the server");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(part(page, "Notes").getByRole("listitem")).toContainText("ring first");

  await page.getByRole("button", { name: "Assign a technician" }).click();
  const who = dialog(page, "Who comes?").getByLabel("Technician");
  await who.selectOption({ label: `${sam.name}, ${sam.phone}` });
  await confirmed(page, "Who comes?", "Assign");
  await said(page, `${sam.name} comes.`);
  await expect(part(page, "Visit").getByText(sam.name)).toBeVisible();
  await visitor.goto("/my-booking");
  await expect(visitor.getByText(sam.name, { exact: true })).toBeVisible();
  await expect(visitor.getByRole("link", { name: /\(713\) 555-0177/ })).toBeVisible();

  await page.getByRole("button", { name: "Move", exact: true }).click();
  const move = dialog(page, "Move this visit");
  await move.getByRole("group", { name: "Next free days" }).getByRole("button").last().click();
  await move.getByLabel("When we arrive").selectOption("morning");
  await move.getByLabel(/Reason/).fill("As agreed on the phone");
  await confirmed(page, "Move this visit", /^Move to /);
  await expect(part(page, "Visit").getByText(/Morning, 8:30/)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("We arrive between 8:30 AM and 12:30 PM")).toBeVisible();

  const history = part(page, "Everything that happened");
  await history.getByRole("button", { name: "Visit" }).click();
  await expect(history.getByText(/moved this appointment to/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel the order..." })).toHaveCount(0);
});

test("OPS-11 PHOTO-02 PROP-01 PAY-03 from photos to power-on, by what the screen says to do next", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const visitor = await homeowner(page);
  const email = `ada-by-staff-${test.info().retry}`;
  const id = await bookByCalls(visitor, `${email}@example.org`, "(713) 555-0162");
  await visitor.goto("/my-booking");
  await sendPhotos(visitor);
  await signInAsStaff(page, "dispatcher", `/staff/orders?needs=us&q=${email}`);
  await page.getByRole("link", { name: "Ada Lovelace" }).click();

  await test.step("photos are decided at their desk", async () => {
    const next = part(page, "Review the photos").getByRole("link", { name: "Open the photos" });
    const review = (await next.getAttribute("href"))?.split("/").at(-1);
    const office = staffMember(page.request, "Grace Hopper");
    const looked = () => office.look(`photo-reviews/${review}`);
    await expect
      .poll(async () => {
        const { photos } = await looked();
        return photos.filter(({ status }: { status: string }) => status === "ready").length;
      }, PATIENCE)
      .toBe(5);
    await office.act(`photo-reviews/${review}/decide`, {
      confirmed_run_ft: 20,
      reason: "Beside the panel.",
    });
  });

  await test.step("the proposal is made, and its file opens for staff", async () => {
    await openOrder(page, id);
    await expect(part(page, "Price").getByText("Confirmed run: 20 ft")).toBeVisible();
    const papers = part(page, "Proposal and papers");
    const made = papers.getByText("Proposal, version 1, $12,694.77");
    const generate = papers.getByRole("button", { name: "Generate the proposal" });
    await expect(made.or(generate)).toBeVisible();
    if (await generate.isVisible()) {
      await generate.click();
      await confirmed(page, "Generate the proposal?", "Generate the proposal");
    }
    await expect(made).toBeVisible();
    const download = page.waitForEvent("download");
    await papers
      .getByRole("button", { name: /^Download/ })
      .first()
      .click();
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");

    await papers.getByRole("button", { name: "Make an HOA packet" }).click();
    await dialog(page, "HOA packet").getByLabel("Name of the association").fill("Timber Ridge HOA");
    await confirmed(page, "HOA packet", "Make the packet");
    await expect(papers.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("accepted and paid by the homeowner: equipment is next", async () => {
    await accept(visitor);
    await pay(visitor, "acceptance");
    await openOrder(page, id);
    await expect(page.getByText("Accepted", { exact: true }).first()).toBeVisible();
    await page.locator(".next-card").getByRole("button", { name: "Equipment has arrived" }).click();
    await expect(
      dialog(page, "Has the equipment arrived?").getByText(/50% of the total, \$6,347\.39, falls/),
    ).toBeVisible();
    await confirmed(page, "Has the equipment arrived?", "Equipment has arrived");
    await expect(page.locator(".next-card")).toContainText("Customer pays a milestone");
  });

  await test.step("installed and powered on", async () => {
    await pay(visitor, "equipment");
    await openOrder(page, id);
    await part(page, "Money").getByRole("button", { name: "Installation is complete" }).click();
    await confirmed(page, "Is the installation complete?", "Installation is complete");
    await page.locator(".next-card").getByRole("button", { name: "The power is on" }).click();
    await confirmed(page, "Is the power on?", "The power is on");
    await expect(page.getByText("Completed", { exact: true })).toBeVisible();
    await pay(visitor, "completion");
    await openOrder(page, id);
    await expect(part(page, "Done")).toBeVisible();
    await expect(part(page, "Ada Lovelace").getByText("$0.00")).toBeVisible();
  });
});

test("OPS-11 PAY-03 a part goes back, a message goes again, then the order ends by the policy's figures", async ({
  page,
}) => {
  test.slow();
  const visitor = await homeowner(page);
  const id = await bookByCalls(visitor, "ada-ends@example.org", "(713) 555-0163");
  await signInAsStaff(page, "manager", `/staff/orders/${id}`);
  const money = part(page, "Money");

  await money.getByRole("button", { name: "Refund" }).click();
  const refund = dialog(page, "Refund: Site-visit fee");
  await refund.getByLabel("Amount").fill("25.50");
  await refund.getByLabel("Reason").fill("Came an hour late");
  await expect(refund.getByText(/\$25\.50 goes back .* \$74\.50 of this payment/)).toBeVisible();
  await confirmed(page, "Refund: Site-visit fee", "Refund $25.50");
  await expect(money.getByText("$25.50 given back", { exact: false })).toBeVisible();
  await expect
    .poll(async () => (await told(visitor, "/money")).refunds[0]?.amount_cents)
    .toBe(25_50);

  const messages = part(page, "Messages");
  const before = (await told(visitor, "/messages")).length;
  await messages
    .getByRole("listitem")
    .filter({ hasText: "Confirmed:" })
    .first()
    .getByRole("button", { name: "Send again" })
    .click();
  await confirmed(page, "Send this message again?", "Send again");
  await expect
    .poll(async () => (await told(visitor, "/messages")).length, PATIENCE)
    .toBeGreaterThan(before);

  await page.getByRole("button", { name: "Cancel the order..." }).click();
  const cancel = dialog(page, "Cancel this order?");
  await expect(cancel.getByText(/\$0\.00 goes back and \$74\.50 is kept/)).toBeVisible();
  await cancel.getByLabel("By which rule").selectOption("not_feasible");
  await expect(cancel.getByText(/\$74\.50 goes back and \$0\.00 is kept/)).toBeVisible();
  await cancel.getByLabel("Reason").fill("Rock under the whole yard");
  await confirmed(page, "Cancel this order?", "Cancel the order");

  await expect(part(page, "Cancelled").first()).toBeVisible();
  await expect(page.getByText("Reason: Rock under the whole yard")).toBeVisible();
  await visitor.goto("/my-booking");
  await expect(visitor.getByRole("heading", { name: "This order is cancelled" })).toBeVisible();
  const { refunds } = await told(visitor, "/money");
  expect(refunds.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([
    25_50, 74_50,
  ]);
});

test("OPS-11 two staff at once: who is later reads who was first, and loses no word", async ({
  page,
}) => {
  test.slow();
  const visitor = await homeowner(page);
  const id = await bookByCalls(visitor, "ada-twice@example.org", "(713) 555-0164");
  await signInAsStaff(page, "dispatcher", `/staff/orders/${id}`);
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const move = dialog(page, "Move this visit");
  const days = move.getByRole("group", { name: "Next free days" }).getByRole("button");
  await days.first().click();
  await move.getByLabel(/Reason/).fill("As agreed on the phone");

  const grace = staffMember(page.request, "Grace Hopper");
  const { appointment } = await grace.look(`orders/${id}`);
  const other = appointment.time_window === "morning" ? "afternoon" : "morning";
  await grace.act(`appointments/${appointment.id}/move`, {
    day: appointment.day,
    time_window: other,
  });
  await move.getByRole("button", { name: /^Move to / }).click();

  await expect(move.getByRole("alert")).toContainText(
    /Grace Hopper moved this appointment to .* ago\. Look again/,
  );
  await expect(move.getByText(new RegExp(`^Now: .*, ${other}\\.$`))).toBeVisible();
  await expect(move.getByLabel(/Reason/)).toHaveValue("As agreed on the phone");
  await move.getByRole("button", { name: /^Move to / }).click();
  await expect(move).toBeHidden();
  await said(page, /The visit is on/);
});

test("OPS-11 NAV-09 list, order and dialogs: no violation at both widths, inside the budget", async ({
  page,
}) => {
  test.slow();
  const visitor = await homeowner(page);
  const id = await bookByCalls(visitor, "ada-seen@example.org", "(713) 555-0165");
  await signInAsStaff(page, "manager", "/staff/orders");
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "the list of orders");

  const weigh = weighScripts(page);
  await openOrder(page, id);
  await expect(part(page, "Money").getByText("Site-visit fee, $100.00")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "an order");
  for (const [button, title] of [
    ["Move", "Move this visit"],
    ["Refund", "Refund: Site-visit fee"],
    ["Cancel the order...", "Cancel this order?"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog(page, title)).toBeVisible();
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await expectNoViolations(page, `${title}, ${size.width} px`);
    }
    await page.keyboard.press("Escape");
    await expect(dialog(page, title)).toBeHidden();
  }
  expect((await weigh()).gzipKb).toBeLessThanOrEqual(BUDGET_KB);
});
