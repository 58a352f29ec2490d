/** The books of a month: payouts that agree with the ledger, and what the bookkeeper imports (OPS-20). */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { accept, bookByCalls, pay, reviewOf, sendPhotosByCalls } from "./homeowner.ts";
import { confirmDialog, dialog, expectToast, part } from "./staff.ts";
import { expect, test } from "./test.ts";

type Row = Record<string, string>;
type Entry = { amount_cents: number };

/** Rows of a CSV of RFC 4180, by the names of its columns. */
function rowsOf(text: string): Row[] {
  const cells = [...text.replace(/^\uFEFF/, "").matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g)];
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of cells) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") lines.push([]);
  }
  const [titles = [], ...rest] = lines;
  return rest
    .filter((line) => line.length === titles.length)
    .map((line) => Object.fromEntries(titles.map((title, index) => [title, line[index] ?? ""])));
}

const centsOf = (dollars = "") => Math.round(Number(dollars || "0") * 100);
const netOf = (row: Row) => centsOf(row.Debits) - centsOf(row.Credits);

function sumBy(rows: Row[], column: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const key = row[column] ?? "";
    sums[key] = (sums[key] ?? 0) + netOf(row);
  }
  return sums;
}

async function downloaded(page: Page, button: string): Promise<Row[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  return rowsOf(await readFile(await file.path(), "utf8"));
}

const sumOf = (entries: Entry[]) => entries.reduce((sum, entry) => sum + entry.amount_cents, 0);

test("OPS-20.3 OPS-20.4 the owner's books agree with the orders, the payouts and the imported file", async ({
  page,
  visitor: homeowner,
  browser,
  office,
  product,
  comeAs,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const paid = await sendPhotosByCalls(homeowner, "books@example.org", undefined, {
    name: "Betty Books",
    notes: "",
  });
  await office.post(`photo-reviews/${await reviewOf(paid, office)}/decide`, {
    confirmed_run_ft: 20,
    reason: "Measured on the photos.",
  });
  await accept(homeowner);
  await pay(homeowner, "acceptance");
  const other = await browser.newContext({ baseURL: baseURL ?? "" });
  const refunded = await bookByCalls(
    await other.newPage(),
    "refunded@example.org",
    "(713) 555-0164",
    "Rita Refund",
  );

  // Rita gets a part of her fee back.
  await comeAs("owner", `/staff/orders/${refunded}`);
  await part(page, "Money").getByRole("button", { name: "Refund" }).click();
  const refund = dialog(page, "Refund: Reservation fee");
  await refund.getByLabel("Amount").fill("25.50");
  await refund.getByLabel("Reason").fill("Came an hour late");
  await confirmDialog(page, "Refund: Reservation fee", "Refund $25.50");
  await expect
    .poll(async () => (await office.look(`orders/${refunded}/money`)).refunds[0]?.status)
    .toBe("sent");

  await page.goto("/staff/payouts");
  await expect(page.getByRole("row", { name: /Rita Refund.*-\$25\.50/ })).toBeVisible();
  await page.getByRole("button", { name: "Check for new payouts" }).click();
  await expectToast(page, "Payouts are up to date.");
  await expect(page.getByText("Not paid out yet: 0 entries, $0.00")).toBeVisible();
  await expect(page.getByText("Reconciled").first()).toBeVisible();
  await expect(page.getByText("Differs")).toHaveCount(0);
  await expectNoViolationsAtBothWidths(page, "payouts");

  const journal = await downloaded(page, "Download journal for quickbooks online");
  const payments = await downloaded(page, "Download payments");

  // Each entry balances, and receivables are the ledger of every order.
  expect(new Set(Object.values(sumBy(journal, "JournalNo")))).toEqual(new Set([0]));
  const receivable = journal.filter((row) => row.AccountName === "Accounts Receivable (A/R)");
  const [ledger] = await product.rows("SELECT SUM(amount_cents) AS cents FROM ledger_entries");
  expect(receivable.reduce((sum, row) => sum + netOf(row), 0)).toBe(Number(ledger?.cents));
  for (const id of [paid, refunded]) {
    const { entries, balance_cents } = await office.look(`orders/${id}/money`);
    const { code } = await office.look(`orders/${id}`);
    expect(sumBy(receivable, "Memo")[code]).toBe(balance_cents);
    expect(sumOf(entries)).toBe(balance_cents);
  }

  // What customers paid has left clearing for the bank and the provider's fees.
  const accounts = sumBy(journal, "AccountName");
  const { payouts } = await office.look("payouts");
  const total = (of: "amount_cents" | "fee_cents") =>
    payouts.reduce((sum: number, payout: Record<string, number>) => sum + Number(payout[of]), 0);
  expect(accounts["Card and Bank Clearing"]).toBe(0);
  expect(accounts.Checking).toBe(total("amount_cents"));
  expect(accounts["Card Processing Fees"]).toBe(total("fee_cents"));

  const ours = payments.filter((row) =>
    ["Betty Books", "Rita Refund"].includes(row.Customer ?? ""),
  );
  expect(ours.map((row) => row.Payout).every((payout) => payout?.startsWith("po_"))).toBe(true);
  expect(ours.find((row) => row.Customer === "Rita Refund")).toMatchObject({
    Amount: "100.00",
    Refunded: "25.50",
    Fee: "3.20",
  });

  await page.getByRole("link", { name: /^po_/ }).first().click();
  await expect(page.getByText("Every line is in the books")).toBeVisible();
  await expectNoViolationsAtBothWidths(page, "a payout");
  await page.getByRole("link", { name: "Betty Books" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Betty Books" })).toBeVisible();
  await other.close();
});
