/** What came in and belongs to no order, until somebody says whose it is (IN-02). */
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls, fetchMyBooking } from "./homeowner.ts";
import { Product } from "./product.ts";
import { expectToast, part, signIn } from "./staff.ts";
import { expect, test } from "./test.ts";

const SECRET = "0f8b1c92d7e64a35b0c1f7e29d384a56";
const WORDS = "Please cancel the visit on Tuesday, we are away.";
const MAIL = [
  "From: Sam Spouse <sam@example.net>",
  "To: office@standby.example",
  "Subject: The visit",
  "Message-ID: <visit@example.net>",
  "",
  WORDS,
].join("\r\n");
const UNREADABLE = "Subject: =?utf-8?B?a?=\r\nFrom: spam@example.net\r\n\r\nBuy now";

test.use({ viewport: DESK });

test("IN-02.4 a mail of no order is listed, looked at and put into its conversation", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const product = await Product.start("inbox", { INBOX_WEBHOOK_SECRET: SECRET });
  const customer = await browser.newContext({ baseURL: product.site });
  const office = await browser.newContext({ baseURL: product.site, viewport: DESK });
  try {
    const homeowner = await customer.newPage();
    const id = await bookByCalls(homeowner, "sally@example.org", undefined, "Sally Spouse");
    const { code } = await fetchMyBooking(homeowner);
    for (const mail of [UNREADABLE, MAIL]) {
      const posted = await homeowner.request.post("/api/webhooks/mail/inbound", {
        data: Buffer.from(mail),
        headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "message/rfc822" },
      });
      expect(posted.ok(), await posted.text()).toBe(true);
    }

    const desk = await office.newPage();
    await desk.goto("/staff/waits");
    await signIn(desk, await product.member("dispatcher"));
    await expect(async () => {
      await desk.reload();
      await expect(desk.getByText("sam@example.net").first()).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 90_000 });
    await desk.getByRole("button", { name: /Look at the message from .*sam@/ }).click();
    await expect(desk.getByText(WORDS)).toBeVisible();
    await expectNoViolationsAtBothWidths(desk, "a mail of no order");
    await desk.getByLabel("Number of the order").fill(code);
    await desk.getByRole("button", { name: "Belongs to this order" }).click();
    await expectToast(desk, `In the conversation of ${code}.`);

    await desk.goto(`/staff/orders/${id}#conversation`);
    await expect(part(desk, "Conversation").getByText(WORDS)).toBeVisible();
    await expectNoViolationsAtBothWidths(desk, "a conversation with a mail of another address");
  } finally {
    await customer.close();
    await office.close();
    await product.stop();
  }
});
