/** The conversation with a customer by text, from both sides (OPS-21). */
import { DESK, expectNoViolationsAtBothWidths } from "./axe.ts";
import { bookByCalls } from "./homeowner.ts";
import { Product } from "./product.ts";
import { expectToast, part, signIn } from "./staff.ts";
import { expect, test } from "./test.ts";
import { startTwilio, twilioCalls } from "./twilio.ts";

const NAME = "Tina Text";
const PHONE = "+12815550123";
const QUESTION = "Can the crew open the side gate?";
const ANSWER = "Yes, please leave it unlocked.";

test.use({ viewport: DESK });

test("OPS-21.1 a customer's text is answered from the order, delivery is shown, and STOP ends the texts", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const twilio = await startTwilio();
  const product = await Product.start("texts", twilio.settings);
  const customer = await browser.newContext({ baseURL: product.site });
  const office = await browser.newContext({ baseURL: product.site, viewport: DESK });
  try {
    const homeowner = await customer.newPage();
    const id = await bookByCalls(homeowner, "tina@example.org", PHONE, NAME);
    const { receive, report } = twilioCalls(homeowner.request, product.site);
    const confirmed = () => twilio.texts.find(({ body }) => /confirmed/i.test(body));
    await expect.poll(() => confirmed()?.to, { timeout: 60_000 }).toBe(PHONE);
    await report(confirmed()?.sid ?? "", "delivered");
    await receive(PHONE, QUESTION);

    const desk = await office.newPage();
    await desk.goto(`/staff/orders/${id}#conversation`);
    await signIn(desk, await product.member("dispatcher"));
    const conversation = part(desk, "Conversation");
    const entry = (words: string | RegExp) =>
      conversation.getByRole("listitem").filter({ hasText: words });
    await expect(entry(QUESTION)).toContainText("Needs an answer");
    await expect(
      entry(/confirmed/i)
        .filter({ hasText: "Delivered" })
        .first(),
    ).toBeVisible();

    await conversation.getByLabel(`Message to ${NAME}`).fill(ANSWER);
    await expectNoViolationsAtBothWidths(desk, "a conversation");
    await conversation.getByRole("button", { name: "Send", exact: true }).click();
    await expectToast(desk, /Your message is on its way|texts wait until morning/);
    await expect(entry(ANSWER)).toContainText(/Waiting|Sent/);
    await expect(entry(QUESTION)).not.toContainText("Needs an answer");

    expect(await receive(PHONE, "STOP")).toContain("you are opted out");
    await desk.reload();
    await conversation.getByRole("radio", { name: "Text" }).check({ force: true });
    await expect(conversation.getByText(/has opted out/)).toBeVisible();
    await expect(conversation.getByLabel(`Message to ${NAME}`)).toBeHidden();
  } finally {
    await customer.close();
    await office.close();
    await product.stop();
    twilio.end();
  }
});
