/** One browser with several bookings and tabs: each page shows the booking that it is about. */
import { expect, type Page, test } from "./test.ts";
import {
  beginAtAddress,
  chooseInTheWizard,
  fillContact,
  goToCheckout,
  openDays,
} from "./wizard.ts";

async function reserveDay(page: Page, email: string, day: number) {
  await beginAtAddress(page);
  await chooseInTheWizard(page);
  await openDays(page).nth(day).getByRole("button").click();
  await page.getByRole("radio", { name: "Morning" }).check();
  await fillContact(page, email);
  await page.getByRole("button", { name: "Next — Reserve this date" }).click();
  await expect(page).toHaveURL(/\/finalize-installation\?order=/);
  return new URL(page.url()).searchParams.get("order") ?? "";
}

async function approve(page: Page) {
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("heading", { name: "THANK YOU!" })).toBeVisible({ timeout: 30_000 });
}

test("TRUTH-02.1 TRUTH-02.2 TRUTH-02.5 two days of one browser, each paid in its own tab", async ({
  page,
  context,
}) => {
  const email = "two.bookings@example.org";
  const first = await reserveDay(page, email, 0);

  const tab = await context.newPage();
  await beginAtAddress(tab);
  await chooseInTheWizard(tab);
  await expect(tab.getByText(/Reserving a day here is a second booking/)).toBeVisible();
  await expect(tab.getByRole("link", { name: "Go to the first booking" })).toHaveAttribute(
    "href",
    `/finalize-installation?order=${first}`,
  );
  const second = await reserveDay(tab, email, 1);
  expect(second).not.toBe(first);

  for (const [each, order] of [
    [page, first],
    [tab, second],
  ] as const) {
    await goToCheckout(each);
    await approve(each);
    await expect(each).toHaveURL(`/visit-payment-success?order=${order}`);
  }

  await page.goto("/my-booking");
  await expect(page.getByRole("heading", { name: "Your bookings" })).toBeVisible();
  await expect(page.getByText("Confirmed", { exact: true })).toHaveCount(2);
  for (const order of [first, second]) {
    await page.goto(`/my-booking?order=${order}`);
    await expect(page.getByRole("heading", { name: "Hello, Ada." })).toBeVisible();
    // The links in the messages, folded away, have it.
    const longId = page.getByText(/[0-9a-f]{8}-[0-9a-f]{4}/).filter({ visible: true });
    await expect(longId).toHaveCount(0);
  }
});

test("TRUTH-02.3 TRUTH-02.4 a lost tab: the home page and the wizard lead to the held day", async ({
  page,
  context,
}) => {
  const order = await reserveDay(page, "lost.tab@example.org", 0);
  await page.close();

  const tab = await context.newPage();
  await tab.goto("/");
  const bar = tab.locator("#address-bar");
  await expect(bar).toContainText(/is held until \d/);
  await tab.goto("/installation-wizard");
  await expect(tab.getByText(/is held until \d/)).toBeVisible();
  await tab.goto("/installation-date");
  await expect(tab).toHaveURL(`/finalize-installation?order=${order}`);
  await tab.goto("/");
  await bar.getByText("Finish").click();
  await expect(tab).toHaveURL(`/finalize-installation?order=${order}`);
  await goToCheckout(tab);
  await approve(tab);

  await tab.goto("/");
  await expect(bar).toContainText(/Your installation: /);
  await expect(bar).toHaveAttribute("href", `/my-booking?order=${order}`);
});
