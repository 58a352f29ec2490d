/** What stands at the end of a link: a price receipt, a paid order, the internal test page. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { rows } from "./database.ts";
import { bookWhole } from "./wizard.ts";

const book = (page: Page, email: string) => bookWhole(page, email, async () => {});
const ofOrder = (column: string, table: string, email: string) =>
  String(
    rows(
      `SELECT ${column} AS found FROM ${table}` +
        " JOIN customers c ON c.id = o.customer_id WHERE c.email = %s",
      email,
    )[0]?.found,
  );
const violations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`);
};

test("OPS-01 a paid order by its checkout session: success, summary, reference, a clean address", async ({
  page,
}) => {
  test.slow();
  await book(page, "ada-paid@example.org");
  const session = ofOrder(
    "s.stripe_session_id",
    "stripe_checkout_sessions s JOIN payments p ON p.id = s.payment_id JOIN orders o ON o.id = p.order_id",
    "ada-paid@example.org",
  );

  await page.goto(`/order-payment-success?sessionId=${session}`);

  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole("heading", { name: "Order Summary" })).toBeVisible();
  await expect(page.getByText("$100.00")).toBeVisible();
  await expect(page.getByText(session.slice(0, 12), { exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(page.getByText(session.slice(0, 12), { exact: true })).toBeVisible({
    timeout: 30_000,
  });
});

test("OPS-01 NAV-09 an unknown session: the success without the summary, at any width", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/order-payment-success?sessionId=cs_test_nobody_knows_me");

  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order Summary" })).toHaveCount(0);
  await expect(page.getByText("cs_test_nobo", { exact: true })).toBeVisible();
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
});

test("PHOTO-02 a code that nobody was given: told so, on the page of the code itself", async ({
  page,
}) => {
  const answer = await page.goto("/verify/0000000000000000");

  expect(answer?.status()).toBe(200);
  expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.getByText("No price was promised under this code")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("TEST-01 the test page says in a toast what the server said", async ({ page }) => {
  await page.goto("/test-proposal");
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);

  await page.getByRole("button", { name: /Enviar a n8n/ }).click();
  await expect(page.locator(".toaster").getByText(/^Error: /)).toBeVisible();

  await page.getByLabel("Order ID").fill("  ");
  await page.getByRole("button", { name: /Enviar a n8n/ }).click();
  await expect(page.getByText("Por favor ingresa un Order ID")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
