/** Find an order, refund a part of it and cancel it; several at once, and Ctrl-K (OPS-11, OPS-15, PAY-03). */
import { readFile } from "node:fs/promises";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls, fetchMyBooking } from "./homeowner.ts";
import { aTechnician, confirmDialog, dialog, part } from "./staff.ts";
import { expect, test } from "./test.ts";
import { ADDRESS } from "./wizard.ts";

type Refund = { amount_cents: number; status: string };

test("OPS-11.1 OPS-11.6 an order is found by its phone, a part goes back, and then it is cancelled", async ({
  page,
  visitor: homeowner,
  comeAs,
}) => {
  const sentRefunds = async (): Promise<number[]> =>
    (await fetchMyBooking(homeowner, "/money")).refunds
      .filter(({ status }: Refund) => status === "sent")
      .map(({ amount_cents }: Refund) => amount_cents);
  await bookByCalls(homeowner, "ada-ends@example.org", "(713) 555-0163");
  await comeAs("manager", "/staff/orders");
  await expect(page.getByRole("searchbox", { name: "Find an order" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("713.555.0163");
  await expect(page).toHaveURL(/\?q=713\.555\.0163$/);
  const row = page.getByRole("row", { name: /Ada Lovelace/ });
  await expect(row).toHaveCount(1);
  await row.getByRole("link").click();
  const money = part(page, "Money");
  await expect(money.getByText("Reservation fee, $100.00")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "an order");

  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(
    dialog(page, "Move this visit").getByRole("group", { name: "Next free days" }),
  ).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "move this visit");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await money.getByRole("button", { name: "Refund" }).click();
  const refund = dialog(page, "Refund: Reservation fee");
  await refund.getByLabel("Amount").fill("25.50");
  await refund.getByLabel("Reason").fill("Came an hour late");
  await expect(
    refund.getByText(/^\$25\.50 of the \$100\.00 left of this payment goes back to Ada Lovelace's/),
  ).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "a refund");
  await confirmDialog(page, "Refund: Reservation fee", "Refund $25.50");
  await expect(money.getByText("$25.50 refunded", { exact: false })).toBeVisible();
  await expect.poll(sentRefunds).toEqual([25_50]);
  await page.reload(); // the server refuses a cancellation based on the order before the refund

  await page.getByRole("button", { name: "Cancel the order..." }).click();
  const cancel = dialog(page, "Cancel this order?");
  await expect(cancel.getByText(/\$0\.00 is refunded and \$74\.50 is not/)).toBeVisible();
  await cancel.getByLabel("Rule").selectOption("not_feasible");
  await expect(cancel.getByText(/\$74\.50 is refunded and \$0\.00 is not/)).toBeVisible();
  await cancel.getByLabel("Reason").fill("Rock under the whole yard");
  await expectNoViolationsAtBothWidths(page, "cancel an order");
  await confirmDialog(page, "Cancel this order?", "Cancel the order");

  await expect(part(page, "Canceled").first()).toBeVisible();
  await expect(page.getByText("Reason: Rock under the whole yard")).toBeVisible();
  await homeowner.goto("/my-booking");
  await expect(homeowner.getByRole("heading", { name: "This order is canceled" })).toBeVisible();
  await expect.poll(sentRefunds).toEqual([25_50, 74_50]);
});

const DAY_MS = 86_400_000;

// Later than visitors may reserve, and than other tests use.
function dayIn(count: number): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format();
  return new Date(Date.parse(today) + count * DAY_MS).toISOString().slice(0, 10);
}

test("OPS-15.6 OPS-15.5 a filter is saved and sorted, two orders get a technician and are exported at once, and Ctrl-K finds one of them and a lead", async ({
  page,
  visitor,
  office,
  comeAs,
}) => {
  const [from, to] = [dayIn(170), dayIn(171)];
  for (const [name, phone, day] of [
    ["Zoe Zimmer", "(713) 555-0171", from],
    ["Abe Adams", "(713) 555-0172", to],
  ] as const) {
    await visitor.context().clearCookies();
    await bookByCalls(visitor, `${name.split(" ")[0]}@example.org`, phone, name);
    const { appointment } = await fetchMyBooking(visitor);
    await office.post(`appointments/${appointment.id}/move`, { day, time_window: "morning" });
  }
  const sam = await office.post("technicians", aTechnician());
  await comeAs("owner", "/staff/orders");

  await page.getByText("More filters").click();
  await page.getByLabel("Visit from").fill(from);
  await page.getByLabel("Visit until").fill(to);
  await page.getByRole("button", { name: "Show the orders" }).click();
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("link", { name: "Customer", exact: true }).click();
  await expect(rows).toContainText(["Abe Adams", "Zoe Zimmer"]);
  await page.getByLabel("Save this filter as").fill("Far ahead");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = part(page, "Saved filters").getByRole("link", { name: "Far ahead" });
  await expect(saved).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL(/\/staff\/orders$/);
  await saved.click();
  await expect(rows).toContainText(["Abe Adams", "Zoe Zimmer"]);

  const atOnce = part(page, "Selected orders");
  await page.getByRole("checkbox", { name: "Select the order of Abe Adams" }).check();
  await page.getByRole("checkbox", { name: "Select the order of Zoe Zimmer" }).check();
  await atOnce.getByRole("button", { name: "Export as CSV" }).click();
  const download = page.waitForEvent("download");
  await dialog(page, "Export 2 orders").getByRole("button", { name: "Download" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  expect(csv).toContain("Abe Adams");
  expect(csv).toContain("Zoe Zimmer");
  await page.keyboard.press("Escape");
  await atOnce.getByRole("button", { name: "Assign a technician" }).click();
  const assigning = dialog(page, "Assign a technician to 2 orders");
  await assigning.getByLabel("Technician").selectOption(sam.name);
  await assigning.getByRole("button", { name: "Assign a technician" }).click();
  await expect(assigning.getByText("2 done, 0 refused")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "two orders at once");
  await page.keyboard.press("Escape");
  await expect(rows).toContainText([sam.name, sam.name]);

  await visitor.request.post("/api/manual-quote-requests", {
    data: { name: "Lee Lead", phone: "(832) 555-0173", address: ADDRESS, run_ft: 210 },
  });
  const find = async (digits: string, option: RegExp, name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search orders/ }).fill(digits);
    await expect(page.getByRole("option", { name: option }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  await find("555 0172", /Abe Adams/, "Abe Adams");
  await expect(page).toHaveURL(/\/staff\/orders\//);
  await find("555-0173", /Lee Lead/, "Lee Lead");
  await expect(page).toHaveURL(/\/staff\/leads\//);
});
