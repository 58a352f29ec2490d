/** Find an order, refund a part of it, and cancel it by the cancellation terms (OPS-11, PAY-03). */
import { expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls, fetchMyBooking } from "./homeowner.ts";
import { confirmDialog, dialog, part } from "./staff.ts";
import { expect, test } from "./test.ts";

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
  await expect(refund.getByText(/\$25\.50 goes back .* \$74\.50 of this payment/)).toBeVisible();
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
